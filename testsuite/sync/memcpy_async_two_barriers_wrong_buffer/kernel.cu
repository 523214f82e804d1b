//--blockDim=64 --gridDim=1
// reads the buffer that the copy of the next round fills
// expect: race

#include <cuda/barrier>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(const int *in, int *out, int n) {
  __shared__ cuda::barrier<cuda::thread_scope_block> ready[2];
  __shared__ int s[2][64];
  auto block = cg::this_thread_block();
  if (block.thread_rank() == 0) {
    init(&ready[0], block.size());
    init(&ready[1], block.size());
  }
  block.sync();
  cuda::memcpy_async(block, s[0], in, sizeof(int) * 64, ready[0]);
  for (int i = 0; i < n; ++i) {
    const int now = i & 1;
    if (i + 1 < n)
      cuda::memcpy_async(block, s[now ^ 1], in + (i + 1) * 64, sizeof(int) * 64, ready[now ^ 1]);
    ready[now].arrive_and_wait();
    out[i * 64 + threadIdx.x] = s[now ^ 1][63 - threadIdx.x];
    block.sync();
  }
}
