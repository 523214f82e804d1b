//--blockDim=64 --gridDim=4
// thread_block::sync is a block barrier
// expect: verified
// expect-repair: unchanged; cost 1 -> 1

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void reverse(int *v) {
  __shared__ int s[64];
  cg::thread_block block = cg::this_thread_block();
  int t = block.thread_rank(), base = blockIdx.x * 64;
  s[t] = v[base + t];
  block.sync();
  v[base + t] = s[63 - t];
}
