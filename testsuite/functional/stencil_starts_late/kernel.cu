//--blockDim=64 --gridDim=4
// the first inner element is left out
// expect: confirmed postcondition at line 8
// stages: verify

__global__ void stencil(int *out, const int *in, int n) {
  __requires(0 <= n && n <= 257);
  __ensures(__forall(i, 1, n - 1, out[i] == in[i - 1] + 2 * in[i] + in[i + 1]));
  int i = blockIdx.x * blockDim.x + threadIdx.x + 2;
  if (i < n - 1) out[i] = in[i - 1] + 2 * in[i] + in[i + 1];
}
