//--blockDim=32 --gridDim=1
// half of the tile does not take part in its reduction
// expect: divergence at line 14

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

#include <cooperative_groups/reduce.h>

__global__ void sum(int *v) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  int x = v[threadIdx.x];
  if (threadIdx.x % 2)
    x = cg::reduce(tile, x, cg::plus<int>());
  v[threadIdx.x] = x;
}
