//--blockDim=64 --gridDim=1
// each round copies into the same buffer, which others may still read
// expect: race

#include <cuda/barrier>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(const int *in, int *out, int n) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int s[64];
  auto block = cg::this_thread_block();
  if (block.thread_rank() == 0) init(&bar, block.size());
  block.sync();
  for (int i = 0; i < n; ++i) {
    cuda::memcpy_async(block, s, in + i * 64, sizeof(int) * 64, bar);
    bar.arrive_and_wait();
    out[i * 64 + threadIdx.x] = s[63 - threadIdx.x];
  }
}
