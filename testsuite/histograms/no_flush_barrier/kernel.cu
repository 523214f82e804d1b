//--blockDim=128 --gridDim=8
// bins are flushed while other threads still count
// expect: race at line 14, 16
// expect-repair: repaired; add block; cost 1 -> 2

#define BINS 64

__global__ void histogram(const unsigned char *data, unsigned *bins, int n) {
  __shared__ unsigned s[BINS];
  if (threadIdx.x < BINS)
    s[threadIdx.x] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    atomicAdd(&s[data[i] % BINS], 1u);
  if (threadIdx.x < BINS)
    bins[blockIdx.x * BINS + threadIdx.x] = s[threadIdx.x];
}
