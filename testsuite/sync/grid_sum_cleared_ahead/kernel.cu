//--blockDim=64 --gridDim=8
// blocks add up what is left in three slots in turn: one is added to, the next one cleared, and the
// one before is read behind the barrier of the grid to decide alike whether to go on
// expect: verified

#include <cooperative_groups.h>

__global__ void relax(const float *in, float *left, int rounds, float enough, int *needed) {
  auto grid = cooperative_groups::this_grid();
  int r = 0;
  for (; r < rounds; ++r) {
    float part = in[r * 512 + grid.thread_rank()];
    if (threadIdx.x == 0) atomicAdd(&left[r % 3], part);
    if (grid.thread_rank() == 0) left[(r + 1) % 3] = 0;
    grid.sync();
    if (left[r % 3] < enough) break;
  }
  if (grid.thread_rank() == 0) *needed = r;
}
