//--blockDim=32 --gridDim=1 --warp-sync=32
// nothing stores to a between the two loads
// expect: verified

__global__ void twice(int *a, int *b) {
  a[threadIdx.x] = threadIdx.x;
  int first = a[threadIdx.x];
  b[threadIdx.x] = first;
  int second = a[threadIdx.x];
  __assert(first == second);
}
