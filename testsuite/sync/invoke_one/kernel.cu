//--blockDim=64 --gridDim=1
// one thread of each tile writes the tile's cell
// expect: verified

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void once(int *out) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  cg::invoke_one(tile, [&] { out[tile.meta_group_rank()] = threadIdx.x; });
}
