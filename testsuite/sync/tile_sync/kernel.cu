//--blockDim=64 --gridDim=1
// the barrier of a tile is that of a part of a warp
// expect: verified

#include <cooperative_groups.h>

__global__ void exchange(int *out, const int *in) {
  __shared__ int s[64];
  auto tile = cooperative_groups::tiled_partition<16>(cooperative_groups::this_thread_block());
  int t = threadIdx.x;
  s[t] = in[t];
  tile.sync();
  out[t] = s[t ^ 1];
}
