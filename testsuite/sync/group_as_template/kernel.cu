//--blockDim=64 --gridDim=1
// the group is a template parameter; each tile has cells of its own
// expect: verified

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

template <class G> __device__ int last(const G &g, int *s, int v) {
  s[g.thread_rank()] = v;
  g.sync();
  return s[g.size() - 1];
}

__global__ void sum(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  out[t] = last(tile, s + 8 * tile.meta_group_rank(), in[t]);
}
