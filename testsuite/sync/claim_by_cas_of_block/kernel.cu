//--blockDim=64 --gridDim=4
// the operations of different blocks are not atomic with each other
// expect: race at line 7

__global__ void mark(int *own, int *out, const unsigned *node) {
  unsigned n = node[blockIdx.x * 64 + threadIdx.x];
  if (atomicCAS_block(&own[n], 0, 1) == 0) out[n] = threadIdx.x;
}
