//--blockDim=64 --gridDim=4
// A residual that all blocks add up decides whether all of them go on
// expect: verified
// stages: verify

#include <cooperative_groups.h>

__device__ float residual;

__global__ void iterate(float *x, float bound) {
  cooperative_groups::grid_group grid = cooperative_groups::this_grid();
  float error = bound;
  while (error >= bound) {
    grid.sync();
    if (grid.thread_rank() == 0) residual = 0;
    grid.sync();
    atomicAdd(&residual, x[grid.thread_rank()]);
    grid.sync();
    error = residual;
  }
}
