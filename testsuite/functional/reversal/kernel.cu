//--blockDim=64 --gridDim=4
// the index counts down
// expect: verified

__global__ void reverse(int *out, const int *in, int n) {
  __requires(0 <= n && n <= 256);
  __ensures(__forall(i, 0, n, out[i] == in[n - 1 - i]));
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[n - 1 - i] = in[i];
}
