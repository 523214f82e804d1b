//--blockDim=64 --gridDim=4
// all but one find what they store
// expect: race at line 7

__global__ void mark(int *own, int *out, const unsigned *node) {
  unsigned n = node[blockIdx.x * 64 + threadIdx.x];
  if (atomicExch(&own[n], 1) == 1) out[n] = threadIdx.x;
}
