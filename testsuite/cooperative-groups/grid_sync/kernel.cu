//--blockDim=64 --gridDim=4
// two phases over the whole grid
// expect: verified
// expect-repair: unchanged; cost 13 -> 13

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void mirror(const int *in, int *v, int *out) {
  cg::grid_group grid = cg::this_grid();
  int i = grid.thread_rank();
  v[i] = in[i] * 2;
  grid.sync();
  out[i] = v[255 - i];
}
