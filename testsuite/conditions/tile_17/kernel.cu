// condition: blockDim.x <= 17 || blockDim.y == 1
// stages: verify
// a tile whose rows are padded by one word
__global__ void tile_17(void) {
  __shared__ int s[17 * 1024];
  s[threadIdx.y * 17 + threadIdx.x] = threadIdx.x;
  __syncthreads();
}
