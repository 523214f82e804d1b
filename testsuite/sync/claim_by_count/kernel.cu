//--blockDim=64 --gridDim=4
// the first one who counts
// expect: verified

__global__ void mark(int *own, int *out, const unsigned *node) {
  unsigned n = node[blockIdx.x * 64 + threadIdx.x];
  if (atomicAdd(&own[n], 1) == 0) out[n] = threadIdx.x;
}
