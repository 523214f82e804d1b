//--blockDim=64 --gridDim=4
// of all who exchange one finds another value than the one that they store
// expect: verified

__global__ void mark(int *own, int *out, const unsigned *node) {
  unsigned n = node[blockIdx.x * 64 + threadIdx.x];
  if (atomicExch(&own[n], 1) == 0) out[n] = threadIdx.x;
}
