//--blockDim=32 --gridDim=8
// a private histogram for each thread, side by side in shared memory
// expect: verified
// expect-repair: unchanged; cost 1 -> 1

#define BINS 16

__global__ void histogram(const unsigned char *data, unsigned *bins, int n) {
  __shared__ unsigned s[BINS * 32];
  unsigned t = threadIdx.x;
  for (int b = 0; b < BINS; ++b)
    s[b * 32 + t] = 0;
  for (int i = blockIdx.x * 32 + t; i < n; i += 256)
    s[(data[i] >> 4) * 32 + t]++;
  __syncthreads();
  if (t < BINS) {
    unsigned sum = 0;
    for (int k = 0; k < 32; ++k)
      sum += s[t * 32 + k];
    bins[blockIdx.x * BINS + t] = sum;
  }
}
