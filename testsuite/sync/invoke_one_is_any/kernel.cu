//--blockDim=32 --gridDim=1
// which thread it is is not said: it need not be the first
// expect: race at line 10, 11

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void once(int *out) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  cg::invoke_one(tile, [&] { out[0] = threadIdx.x; });
  if (tile.thread_rank() == 0) out[0] = 1;
}
