// sufficient: blockDim.x <= 16 || blockDim.y == 1
// stages: verify
// a tile with rows of 16
__global__ void tile_16(float *out) {
  __shared__ float tile[16 * 1024];
  tile[threadIdx.y * 16 + threadIdx.x] = threadIdx.x;
}
