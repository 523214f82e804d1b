//--blockDim=64 --gridDim=4
// each marks the node with a value of his own; that of the first one may be the free one
// expect: race at line 7

__global__ void mark(int *own, int *out, const unsigned *node) {
  unsigned n = node[blockIdx.x * 64 + threadIdx.x];
  if (atomicCAS(&own[n], 0, (int)threadIdx.x) == 0) out[n] = threadIdx.x;
}
