//--blockDim=64 --gridDim=4
// looks at another bit than the one that it sets
// expect: race at line 7

__global__ void mark(int *own, int *out, const unsigned *node) {
  unsigned n = node[blockIdx.x * 64 + threadIdx.x];
  if (!(atomicOr(&own[n / 32], 1 << (n % 32)) & (1 << (n / 32)))) out[n] = threadIdx.x;
}
