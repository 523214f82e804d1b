//--blockDim=64 --gridDim=4
// the last element is left out
// expect: confirmed postcondition at line 8
// stages: verify

__global__ void copy(int *out, const int *in, int n) {
  __requires(n <= 256);
  __ensures(__forall(i, 0, n, out[i] == in[i]));
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n - 1) out[i] = in[i];
}
