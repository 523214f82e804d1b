//--gridDim=[*,*]
// sufficient: blockDim.x <= 16 && blockDim.y <= 16 && width >= 16 * gridDim.x
// stages: verify
// Tiles that fill rows of a width: they meet in a tile, in a row, and where rows are too short.
__global__ void tiles_of_rows(float *out, int width) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  out[y * width + x] += 1;
}
