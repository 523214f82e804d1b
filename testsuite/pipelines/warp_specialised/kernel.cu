//--blockDim=64 --gridDim=4
// the first warp loads the next tile while the second computes with this one
// expect: verified

__global__ void specialised(const float *in, float *out, int tiles) {
  __shared__ float tile[2][32];
  int t = threadIdx.x;
  float sum = 0;
  if (t < 32)
    tile[0][t] = in[t];
  __syncthreads();
  for (int k = 0; k < tiles; ++k) {
    if (t < 32)
      tile[(k + 1) & 1][t] = in[(k + 1) * 32 + t];
    else
      sum += tile[k & 1][63 - t] * tile[k & 1][t - 32];
    __syncthreads();
  }
  if (t >= 32)
    out[blockIdx.x * 32 + t - 32] = sum;
}
