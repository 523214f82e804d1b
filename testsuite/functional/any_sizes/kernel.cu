//--blockDim=* --gridDim=*
// launches of any size that is large enough
// expect: verified

__global__ void copy(int *out, const int *in, int n) {
  __requires(n <= (int)(gridDim.x * blockDim.x));
  __ensures(__forall(i, 0, n, out[i] == in[i]));
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}
