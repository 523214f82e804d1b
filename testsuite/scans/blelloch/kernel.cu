//--blockDim=64 --gridDim=4
// work-efficient scan: up-sweep and down-sweep over twice the block
// expect: verified

__global__ void prescan(const float *in, float *out) {
  __shared__ float s[128];
  int t = threadIdx.x;
  int base = blockIdx.x * 128;
  int offset = 1;
  s[2 * t] = in[base + 2 * t];
  s[2 * t + 1] = in[base + 2 * t + 1];
  for (int d = 64; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d)
      s[offset * (2 * t + 2) - 1] += s[offset * (2 * t + 1) - 1];
    offset *= 2;
  }
  if (t == 0)
    s[127] = 0;
  for (int d = 1; d < 128; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (t < d) {
      int a = offset * (2 * t + 1) - 1;
      int b = offset * (2 * t + 2) - 1;
      float v = s[a];
      s[a] = s[b];
      s[b] += v;
    }
  }
  __syncthreads();
  out[base + 2 * t] = s[2 * t];
  out[base + 2 * t + 1] = s[2 * t + 1];
}
