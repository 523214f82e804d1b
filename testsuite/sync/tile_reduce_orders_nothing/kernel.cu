//--blockDim=32 --gridDim=1
// a reduction of a tile is no barrier for memory
// expect: race at line 14, 16

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

#include <cooperative_groups/reduce.h>

__global__ void sum(const int *in, int *out) {
  __shared__ int s[32];
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  int t = threadIdx.x;
  s[t] = in[t];
  int all = cg::reduce(tile, in[t], cg::plus<int>());
  out[t] = all + s[31 - t];
}
