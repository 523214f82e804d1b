//--blockDim=128 --gridDim=*
// rows that change places in each round, in a struct; blocks that stay come to a barrier of the grid, so
// that there are no more than a device holds, and a stride of all threads overflows nothing
// expect: verified

#include <cooperative_groups.h>

struct Rod {
  float *u[2];
  int n, rounds;
};

__global__ void relax(Rod rod) {
  __requires(rod.n <= 1 << 20);
  int stride = gridDim.x * blockDim.x;
  for (int s = 0; s < rod.rounds; ++s) {
    const float *from = rod.u[s & 1];
    float *to = rod.u[(s + 1) & 1];
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < rod.n; i += stride)
      to[i] = i > 0 ? from[i - 1] : 0;
    cooperative_groups::this_grid().sync();
  }
}
