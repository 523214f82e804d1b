//--blockDim=32 --gridDim=8
// private histograms whose rows overlap, since a bin may be 16
// expect: race at line 11

#define BINS 16

__global__ void histogram(const unsigned char *data, unsigned *bins) {
  __shared__ unsigned s[BINS * 32 + 1];
  unsigned t = threadIdx.x;
  for (int i = 0; i < 8; ++i)
    s[t * BINS + (data[(blockIdx.x * 8 + i) * 32 + t] + 15) / 16]++;
  __syncthreads();
  bins[blockIdx.x * 32 + t] = s[t * BINS];
}
