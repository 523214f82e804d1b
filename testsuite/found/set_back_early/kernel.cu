//--blockDim=64 --gridDim=2
// expect: confirmed race at line 14, 19
// stages: verify
// What the launch before has counted is set back while other blocks may still read it. A run shows
// that only where it was not 0, although it is changed by atomic operations.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void share(int *count, int *out) {
  cg::grid_group grid = cg::this_grid();
  __shared__ int all;
  const int i = grid.thread_rank();
  grid.sync();
  const int before = count[0];
  if (threadIdx.x == 0) all = before;
  __syncthreads();
  out[i] = all;
  if (threadIdx.x == 0) atomicAdd(&count[1], 1);
  if (i == 0) count[0] = 0;
}
