//--blockDim=* --gridDim=*
// the borders have only two summands, and the function leaves them alone
// expect: confirmed postcondition at line 11, 14
// stages: verify

void smooth_in_turn(int *out, const int *in, int n) {
  for (int i = 1; i < n - 1; ++i) out[i] = (in[i - 1] + 2 * in[i] + in[i + 1]) / 4;
}
__global__ void smooth(int *out, const int *in, int n) {
  __requires(n <= (int)(gridDim.x * blockDim.x));
  __equivalent_to(smooth_in_turn);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int left = i > 0 ? in[i - 1] : 0, right = i < n - 1 ? in[i + 1] : 0;
  if (i < n) out[i] = (left + 2 * in[i] + right) / 4;
}
