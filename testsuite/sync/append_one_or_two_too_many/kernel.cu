//--blockDim=64 --gridDim=4
// those that reserve one cell write two
// expect: confirmed race
// stages: verify

__global__ void f(const int *in, int *out, unsigned *n) {
  int v = in[blockIdx.x * 64 + threadIdx.x];
  if (v > 0) { unsigned p = atomicAdd(n, 1); out[p] = v; out[p + 1] = v; }
  else if (v < 0) { unsigned p = atomicAdd(n, 2); out[p] = v; out[p + 1] = -v; }
}
