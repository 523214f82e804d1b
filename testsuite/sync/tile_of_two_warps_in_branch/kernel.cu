//--blockDim=128 --gridDim=1
// one of the two warps of each tile never comes
// expect: divergence at line 14

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void exchange(int *out, const int *in) {
  __shared__ int s[128];
  auto tile = cg::tiled_partition<64>(cg::this_thread_block());
  int t = threadIdx.x;
  s[t] = in[t];
  if (tile.thread_rank() < 32)
    tile.sync();
  out[t] = s[t];
}
