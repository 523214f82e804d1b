//--blockDim=64 --gridDim=4
// each thread reserves as many cells as it has items, up to 7
// expect: verified
// stages: verify

__global__ void f(const int *in, int *out, unsigned *n) {
  unsigned k = in[blockIdx.x * 64 + threadIdx.x] & 7;
  unsigned p = atomicAdd(n, k);
  for (unsigned i = 0; i < k; i++) out[p + i] = threadIdx.x;
}
