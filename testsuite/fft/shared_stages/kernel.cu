//--blockDim=32 --gridDim=4
// all stages of 64 points in shared memory
// expect: verified
// expect-repair: unchanged; cost 11 -> 11

__global__ void fft(float *re, float *im) {
  __shared__ float x[64], y[64];
  int t = threadIdx.x, base = blockIdx.x * 64;
  x[t] = re[base + t];
  y[t] = im[base + t];
  x[t + 32] = re[base + t + 32];
  y[t + 32] = im[base + t + 32];
  __syncthreads();
  for (int half = 1; half < 64; half *= 2) {
    int k = t & (half - 1);
    int low = 2 * t - k;
    int high = low + half;
    float c = cosf(k), s = sinf(k);
    float u = c * x[high] - s * y[high], v = c * y[high] + s * x[high];
    x[high] = x[low] - u;
    y[high] = y[low] - v;
    x[low] += u;
    y[low] += v;
    __syncthreads();
  }
  re[base + t] = x[t];
  im[base + t] = y[t];
  re[base + t + 32] = x[t + 32];
  im[base + t + 32] = y[t + 32];
}
