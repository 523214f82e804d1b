//--blockDim=128 --gridDim=8
// one histogram a block, merged by atomics
// expect: verified
// expect-repair: unchanged; cost 2 -> 2

#define BINS 64

__global__ void histogram(const unsigned char *data, unsigned *bins, int n) {
  __shared__ unsigned s[BINS];
  if (threadIdx.x < BINS)
    s[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    atomicAdd(&s[data[i] % BINS], 1u);
  __syncthreads();
  if (threadIdx.x < BINS)
    atomicAdd(&bins[threadIdx.x], s[threadIdx.x]);
}
