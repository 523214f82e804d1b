//--blockDim=64 --gridDim=4
// each thread copies one element; more than 256 are not asked for
// expect: verified

__global__ void copy(int *out, const int *in, int n) {
  __requires(n <= 256);
  __ensures(__forall(i, 0, n, out[i] == in[i]));
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}
