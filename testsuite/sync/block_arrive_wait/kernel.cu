//--blockDim=64 --gridDim=1
// between arrival and wait a thread does what concerns only itself
// expect: verified

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void swap(const int *in, int *out) {
  __shared__ int s[64];
  auto block = cg::this_thread_block();
  int t = threadIdx.x;
  s[t] = in[t];
  auto token = block.barrier_arrive();
  int own = s[t];
  block.barrier_wait(static_cast<cg::thread_block::arrival_token &&>(token));
  out[t] = own + s[63 - t];
}
