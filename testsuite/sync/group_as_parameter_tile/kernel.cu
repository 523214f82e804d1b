//--blockDim=64 --gridDim=1
// the same function, called with a tile: the tiles share the cells and read those of the block
// expect: race

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ int total(const cg::thread_group &g, int *s, int v) {
  s[g.thread_rank()] = v;
  g.sync();
  int all = 0;
  for (int i = 0; i < 32; ++i) all += s[i];
  return all;
}

__global__ void sum(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  out[t] = total(cg::tiled_partition<32>(cg::this_thread_block()), s, in[t]);
}
