// condition: blockDim.x <= 32 || gridDim.x == 1
// stages: verify
// blocks write their bins side by side, 32 apart
__global__ void merged_bins(int *out) {
  if (threadIdx.x < 64) out[blockIdx.x * 32 + threadIdx.x] = blockIdx.x;
}
