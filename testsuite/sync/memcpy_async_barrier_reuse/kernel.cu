//--blockDim=64 --gridDim=1
// the buffer is filled again while others still read it
// expect: race

#include <cooperative_groups.h>
#include <cuda/barrier>

__global__ void stage(const int *in, int *out, int n) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int s[64];
  auto block = cooperative_groups::this_thread_block();
  if (block.thread_rank() == 0) init(&bar, block.size());
  block.sync();
  for (int i = 0; i < n; ++i) {
    cuda::memcpy_async(block, s, in + 64 * i, sizeof(int) * 64, bar);
    bar.arrive_and_wait();
    out[64 * i + threadIdx.x] = s[63 - threadIdx.x];
  }
}
