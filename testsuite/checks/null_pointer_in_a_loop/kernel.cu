//--blockDim=64 --gridDim=1
// the row behind the last one is taken, and written in the next round
// expect: null-pointer at line 9
// expect-repair: not-applicable

__global__ void rows(int *image) {
  int *mine = image;
  for (int y = 0; y < 5; ++y) {
    mine[threadIdx.x] = y;
    mine = y < 3 ? mine + 64 : nullptr;
  }
}
