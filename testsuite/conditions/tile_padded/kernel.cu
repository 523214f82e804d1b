// sufficient: blockDim.x <= 33 || blockDim.y == 1
// stages: verify
// rows of 33 elements
__global__ void tile_padded(void) {
  __shared__ float tile[1024][33];
  tile[threadIdx.y][threadIdx.x] = threadIdx.x;
}
