//--blockDim=64 --gridDim=8
// blocks add up what is left in two slots in turn: the one that is cleared for the next round is the
// one that others still read to decide whether to go on
// expect: race at line 16

#include <cooperative_groups.h>

__global__ void relax(const float *in, float *left, int rounds, float enough, int *needed) {
  auto grid = cooperative_groups::this_grid();
  int r = 0;
  for (; r < rounds; ++r) {
    float part = in[r * 512 + grid.thread_rank()];
    if (threadIdx.x == 0) atomicAdd(&left[r % 2], part);
    if (grid.thread_rank() == 0) left[(r + 1) % 2] = 0;
    grid.sync();
    if (left[r % 2] < enough) break;
  }
  if (grid.thread_rank() == 0) *needed = r;
}
