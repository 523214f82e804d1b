//--blockDim=64 --gridDim=1
// the last round takes no row, and no round is left
// expect: verified

__global__ void rows(int *image) {
  int *mine = image;
  for (int y = 0; y < 4; ++y) {
    mine[threadIdx.x] = y;
    mine = y < 3 ? mine + 64 : nullptr;
  }
}
