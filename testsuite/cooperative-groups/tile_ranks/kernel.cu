//--blockDim=64 --gridDim=4
// ranks and sizes of tiles, reduction by shuffles
// expect: verified
// expect-repair: unchanged; cost 0 -> 0

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void tileSums(const int *in, int *out) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int v = in[blockIdx.x * 64 + threadIdx.x];
  for (int d = tile.size() / 2; d > 0; d /= 2)
    v += tile.shfl_down(v, d);
  if (tile.thread_rank() == 0)
    out[blockIdx.x * 4 + tile.meta_group_rank()] = v;
}
