//--blockDim=* --gridDim=*
// launches of any size that is large enough
// expect: verified
// expect-equivalence: bounded

void smooth_in_turn(int *out, const int *in, int n) {
  for (int i = 1; i < n - 1; ++i) out[i] = (in[i - 1] + 2 * in[i] + in[i + 1]) / 4;
}
__global__ void smooth(int *out, const int *in, int n) {
  __requires(n <= (int)(gridDim.x * blockDim.x));
  __equivalent_to(smooth_in_turn);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1) out[i] = (in[i - 1] + 2 * in[i] + in[i + 1]) / 4;
}
