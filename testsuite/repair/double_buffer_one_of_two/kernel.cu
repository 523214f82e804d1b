//--blockDim=64 --gridDim=4 --double-buffer
// each thread reads of `own` what it has written itself: one copy is enough
// expect: verified
// expect-repair: improved; double-buffer block at line 11; remove block at line 17; cost 20 -> 10

__global__ void pairs(float *out, const float *in, int n) {
  __shared__ float own[64], tile[64];
  const int t = threadIdx.x;
  float sum = 0;
  int k = 0;
  while (k < n) {
    tile[t] = in[k * 64 + t];
    own[t] = in[(n + k) * 64 + t];
    __syncthreads();
    ++k;
    sum += own[t] * tile[63 - t];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum;
}
