//--blockDim=64 --gridDim=4
// some threads reserve one cell, others two
// expect: verified
// stages: verify

__global__ void f(const int *in, int *out, unsigned *n) {
  int v = in[blockIdx.x * 64 + threadIdx.x];
  if (v > 0) { unsigned p = atomicAdd(n, 1); out[p] = v; }
  else if (v < 0) { unsigned p = atomicAdd(n, 2); out[p] = v; out[p + 1] = -v; }
}
