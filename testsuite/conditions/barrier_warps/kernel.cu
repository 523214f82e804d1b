// condition: 32 * n >= blockDim.x || n <= 0
// stages: verify
// a barrier for the first warps
__global__ void barrier_warps(int n) {
  int warp = threadIdx.x / 32;
  if (warp < n) __syncthreads();
}
