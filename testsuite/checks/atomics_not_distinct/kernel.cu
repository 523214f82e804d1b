//--blockDim=64 --gridDim=4
// tickets of an atomic maximum may be equal
// expect: race at line 8
// expect-repair: unrepairable

__global__ void ticket(int *next, int *out) {
  int k = atomicMax(next, threadIdx.x);
  out[k] = threadIdx.x + blockIdx.x * 64;
}
