//--blockDim=64 --gridDim=4
// who finds the free value has the node for himself, as nobody gives it back
// expect: verified

__global__ void mark(int *own, int *out, const unsigned *node) {
  unsigned n = node[blockIdx.x * 64 + threadIdx.x];
  if (atomicCAS(&own[n], 0, 1) == 0) out[n] = threadIdx.x;
}
