//--blockDim=128 --gridDim=2
// the sum of a tile is known to all of its threads
// expect: verified

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

#include <cooperative_groups/reduce.h>

__global__ void sum(const int *in, int *out) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int i = blockIdx.x * 128 + threadIdx.x;
  int all = cg::reduce(tile, in[i], cg::plus<int>());
  if (tile.thread_rank() == 0) out[i / 16] = all;
}
