//--blockDim=64 --gridDim=4
// an assertion that fails for one thread
// expect: assertion at line 8
// expect-repair: not-applicable

__global__ void fails(int *v) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  __assert(i != 77);
  v[i] = i;
}
