//--blockDim=64 --gridDim=4
// time steps over the whole grid with grid barriers, from one array to the other
// expect: verified
// expect-repair: unchanged; cost 44 -> 44

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void heat(float *a, float *b, int steps) {
  cg::grid_group grid = cg::this_grid();
  int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
  for (int k = 0; k < steps; ++k) {
    b[i] = (a[i - 1] + a[i + 1]) / 2;
    grid.sync();
    a[i] = b[i] + k;
    grid.sync();
  }
}
