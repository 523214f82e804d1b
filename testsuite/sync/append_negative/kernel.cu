//--blockDim=64 --gridDim=4
// what is added may be negative: cells are reserved twice
// expect: possible race
// stages: verify

__global__ void f(const int *in, int *out, int *n) {
  int k = in[blockIdx.x * 64 + threadIdx.x];
  int p = atomicAdd(n, k);
  for (int i = 0; i < k; i++) out[p + i] = threadIdx.x;
}
