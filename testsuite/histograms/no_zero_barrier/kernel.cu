//--blockDim=128 --gridDim=8
// counting begins before all bins are cleared
// expect: race at line 11, 13
// expect-repair: repaired; add block; cost 1 -> 2

#define BINS 64

__global__ void histogram(const unsigned char *data, unsigned *bins) {
  __shared__ unsigned s[BINS];
  if (threadIdx.x < BINS)
    s[threadIdx.x] = 0;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&s[data[i] % BINS], 1u);
  __syncthreads();
  if (threadIdx.x < BINS)
    atomicAdd(&bins[threadIdx.x], s[threadIdx.x]);
}
