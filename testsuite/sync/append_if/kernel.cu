//--blockDim=64 --gridDim=4
// who has nothing adds 0 and writes nothing
// expect: verified
// stages: verify

__global__ void f(const int *in, int *out, unsigned *n) {
  unsigned k = in[blockIdx.x * 64 + threadIdx.x] > 0 ? 1 : 0;
  unsigned p = atomicAdd(n, k);
  if (k) out[p] = threadIdx.x;
}
