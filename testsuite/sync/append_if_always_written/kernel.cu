//--blockDim=64 --gridDim=4
// who has nothing adds 0, and writes to the cell of the next one
// expect: confirmed race
// stages: verify

__global__ void f(const int *in, int *out, unsigned *n) {
  unsigned k = in[blockIdx.x * 64 + threadIdx.x] > 0 ? 1 : 0;
  unsigned p = atomicAdd(n, k);
  out[p] = threadIdx.x;
}
