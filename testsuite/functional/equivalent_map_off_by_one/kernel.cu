//--blockDim=64 --gridDim=4
// each thread takes its neighbour's element
// expect: confirmed postcondition at line 11, 13
// stages: verify

void twice_in_turn(int *out, const int *in, int n) {
  for (int i = 0; i < n; ++i) out[i] = 2 * in[i];
}
__global__ void twice_all(int *out, const int *in, int n) {
  __requires(n <= 256);
  __equivalent_to(twice_in_turn);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2 * in[i + 1];
}
