// condition: (blockDim.x <= 8 || blockDim.y == 1) && (blockDim.x + 8 * blockDim.y <= 72 || blockDim.z == 1)
// stages: verify
// a brick of 8 by 8
__global__ void tile_3d(void) {
  __shared__ int s[64][8][8];
  s[threadIdx.z][threadIdx.y][threadIdx.x] = threadIdx.x + threadIdx.y * 7;
}
