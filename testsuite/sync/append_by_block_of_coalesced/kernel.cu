//--blockDim=256 --gridDim=20
// those of a warp that keep something reserve together in a list of the block, and this in that of all;
// threads go by their ranks in the block
// expect: verified
// stages: verify

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void keep_large(const int *in, int *out, int *total, int n) {
  __shared__ int kept[256];
  __shared__ int count, base;
  cg::thread_block block = cg::this_thread_block();
  const int t = block.thread_rank();
  for (int start = blockIdx.x * 256; start < n; start += gridDim.x * 256) {
    if (t == 0) count = 0;
    block.sync();
    const int i = start + t;
    const int v = i < n ? in[i] : 0;
    if (v > 600) {
      cg::coalesced_group group = cg::coalesced_threads();
      int first = 0;
      if (group.thread_rank() == 0) first = atomicAdd(&count, static_cast<int>(group.size()));
      kept[group.shfl(first, 0) + group.thread_rank()] = v;
    }
    block.sync();
    if (t == 0) base = atomicAdd(total, count);
    block.sync();
    if (t < count) out[base + t] = kept[t];
    block.sync();
  }
}
