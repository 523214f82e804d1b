//--blockDim=32 --gridDim=10
// a search finds one pair of tiles for the last block of a row and the first one of the next
// expect: race

__device__ int rowOf(int linear, int tiles, int *column) {
  int row = 0;
  while (linear > tiles - row) {
    linear -= tiles - row;
    ++row;
  }
  *column = row + linear;
  return row;
}

__global__ void distances(const float *x, float *d, int tiles) {
  __requires(tiles == 4);
  int column;
  int row = rowOf(blockIdx.x, tiles, &column);
  float between = x[row * 32 + threadIdx.x] - x[column * 32 + threadIdx.x];
  d[(row * tiles + column) * 32 + threadIdx.x] = between;
  if (row != column) d[(column * tiles + row) * 32 + threadIdx.x] = -between;
}
