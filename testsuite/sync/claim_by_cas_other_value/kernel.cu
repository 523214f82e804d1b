//--blockDim=64 --gridDim=4
// each marks the node with a value of his own, which is not the free one
// expect: verified

__global__ void mark(int *own, int *out, const unsigned *node) {
  unsigned n = node[blockIdx.x * 64 + threadIdx.x];
  if (atomicCAS(&own[n], -1, (int)threadIdx.x) == -1) out[n] = threadIdx.x;
}
