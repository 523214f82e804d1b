//--blockDim=64 --gridDim=4
// a host's function says what the kernel leaves, a helper of it says half of that
// expect: verified
// expect-equivalence: bounded

static int twice(int x) { return x + x; }
void twice_in_turn(int *out, const int *in, int n) {
  for (int i = 0; i < n; ++i) out[i] = twice(in[i]);
}
__global__ void twice_all(int *out, const int *in, int n) {
  __requires(n <= 256);
  __equivalent_to(twice_in_turn);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2 * in[i];
}
