//--blockDim=64 --gridDim=16
// one block a row: maximum, then sum, then division
// expect: verified

__global__ void softmax(const float *in, float *out) {
  __shared__ float s[64];
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  float v = in[i];
  s[t] = v;
  for (int d = 32; d > 0; d /= 2) {
    __syncthreads();
    if (t < d)
      s[t] = fmaxf(s[t], s[t + d]);
  }
  __syncthreads();
  float e = expf(v - s[0]);
  __syncthreads();
  s[t] = e;
  for (int d = 32; d > 0; d /= 2) {
    __syncthreads();
    if (t < d)
      s[t] += s[t + d];
  }
  __syncthreads();
  out[i] = e / s[0];
}
