//--blockDim=64 --gridDim=4
// nothing keeps n at what 256 threads reach: out[256] stays what it was
// expect: confirmed postcondition at line 7
// stages: verify

__global__ void copy(int *out, const int *in, int n) {
  __ensures(__forall(i, 0, n, out[i] == in[i]));
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}
