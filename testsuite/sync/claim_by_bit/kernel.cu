//--blockDim=64 --gridDim=4
// of all who set a bit one finds that it was not set
// expect: verified

__global__ void mark(int *own, int *out, const unsigned *node) {
  unsigned n = node[blockIdx.x * 64 + threadIdx.x];
  if (!(atomicOr(&own[n / 32], 1 << (n % 32)) & (1 << (n % 32)))) out[n] = threadIdx.x;
}
