//--blockDim=64 --gridDim=4
// the barrier stands inside the test against the size of the data
// expect: divergence at line 11; race

__global__ void smooth(const float *in, float *out, int n) {
  __shared__ float s[64];
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  s[t] = 0;
  if (i < n) {
    s[t] = in[i];
    __syncthreads();
  }
  out[i] = s[t] + s[t ^ 1];
}
