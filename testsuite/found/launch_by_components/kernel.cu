// expect: verified
// The grid is computed from the components of the block, and from a variable that is given its value
// later: no thread is beyond the end of a row, so that no two of them share an element.

__global__ void invert(unsigned char *image, int width) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (width > 4096) return;
  image[blockIdx.y * width + x] ^= 255;
}

void host(unsigned char *image, int height) {
  int width;
  dim3 block, grid;
  block = dim3(64);
  width = height / 2;
  grid = dim3(width / block.x, 1000);
  invert<<<grid, block>>>(image, width);
  width = 0;
}
