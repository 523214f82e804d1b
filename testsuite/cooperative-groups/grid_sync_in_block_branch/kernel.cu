//--blockDim=64 --gridDim=4
// only one block reaches the grid barrier
// expect: divergence at line 13

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void lonely(int *v) {
  cg::grid_group grid = cg::this_grid();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  v[i] = 1;
  if (blockIdx.x == 0)
    grid.sync();
}
