//--blockDim=32 --gridDim=1
// the lanes of one label meet before they read the label's cell, which the first of them writes
// expect: verified

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void first(const int *labels, int *out) {
  __shared__ int s[4];
  int t = threadIdx.x;
  int label = labels[t] & 3;
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  auto g = cg::labeled_partition(warp, label);
  if (g.shfl(t, 0) == t) s[label] = t;
  g.sync();
  out[t] = s[label];
}
