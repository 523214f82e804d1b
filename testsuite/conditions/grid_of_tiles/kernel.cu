//--gridDim=[4,4]
// condition: blockDim.x <= 16 && blockDim.y <= 16
// stages: verify
// tiles of 16, four in each direction
__global__ void grid_of_tiles(int *v) {
  v[(blockIdx.y * 16 + threadIdx.y) * 4096 + blockIdx.x * 16 + threadIdx.x] = threadIdx.x + 100 * threadIdx.y;
}
