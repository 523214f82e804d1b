//--blockDim=64 --gridDim=4
// the compare-and-swap leaves what was there, so that several find it
// expect: race at line 7

__global__ void mark(int *own, int *out, const unsigned *node) {
  unsigned n = node[blockIdx.x * 64 + threadIdx.x];
  if (atomicCAS(&own[n], 0, 0) == 0) out[n] = threadIdx.x;
}
