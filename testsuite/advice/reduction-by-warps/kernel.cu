//--blockDim=256 --gridDim=2
// expect: verified
// expect-advice: none
// Whole warps add or do not, down to 32 sums.
__global__ void reduce(float *out, const float *in) {
  __shared__ float sum[256];
  int t = threadIdx.x;
  sum[t] = in[blockIdx.x * 256 + t];
  __syncthreads();
  for (int s = 128; s >= 32; s /= 2) {
    if (t < s) sum[t] += sum[t + s];
    __syncthreads();
  }
  if (t < 32) out[blockIdx.x * 32 + t] = sum[t];
}
