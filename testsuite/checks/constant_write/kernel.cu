//--blockDim=64 --gridDim=1
// constant memory is written through a cast
// expect: constant-write at line 10
// expect-repair: not-applicable

__constant__ int table[64];

__global__ void write() {
  int *p = const_cast<int *>(table);
  p[threadIdx.x] = 1;
}
