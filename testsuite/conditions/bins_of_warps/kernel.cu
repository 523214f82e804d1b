// condition: blockDim.x <= 128
// stages: verify
// bins of four warps
__global__ void bins_of_warps(void) {
  __shared__ int bins[4][32];
  bins[threadIdx.x / 32 % 4][threadIdx.x % 32] = threadIdx.x;
}
