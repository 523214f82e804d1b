//--blockDim=256 --gridDim=2
// expect: verified
// expect-advice: warp-divergence at line 11; warp-divergence at line 14
// Every second thread of each warp adds, then every fourth: all warps diverge.
__global__ void reduce(float *out, const float *in) {
  __shared__ float sum[256];
  int t = threadIdx.x;
  sum[t] = in[blockIdx.x * 256 + t];
  __syncthreads();
  for (int s = 1; s < 256; s *= 2) {
    if (t % (2 * s) == 0) sum[t] += sum[t + s];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = sum[0];
}
