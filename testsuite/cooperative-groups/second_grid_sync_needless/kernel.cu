//--blockDim=64 --gridDim=4
// Two calls of one function of a header are two barriers: one is needed, the other is not.
// expect: verified
// expect-repair: improved; remove grid at line 15; cost 26 -> 13

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void mirror(int *v, int *w) {
  cg::grid_group grid = cg::this_grid();
  int i = grid.thread_rank();
  v[i] = i;
  grid.sync();
  w[i] = v[255 - i];
  grid.sync();
  w[i] += 1;
}
