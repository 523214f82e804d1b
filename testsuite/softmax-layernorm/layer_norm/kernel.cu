//--blockDim=64 --gridDim=16
// mean and variance in one pass with two arrays
// expect: verified
// expect-repair: unchanged; cost 11 -> 11

__global__ void layerNorm(float *x, const float *gamma, const float *beta) {
  __shared__ float s[64], q[64];
  int t = threadIdx.x;
  float v = x[blockIdx.x * 64 + t];
  s[t] = v;
  q[t] = v * v;
  __syncthreads();
  for (int d = 32; d > 0; d >>= 1) {
    if (t < d) {
      s[t] += s[t + d];
      q[t] += q[t + d];
    }
    __syncthreads();
  }
  float mean = s[0] / 64;
  float inv = rsqrtf(q[0] / 64 - mean * mean + 1e-5f);
  x[blockIdx.x * 64 + t] = (v - mean) * inv * gamma[t] + beta[t];
}
