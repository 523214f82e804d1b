//--blockDim=64 --gridDim=1
// who does not wait for the phase may read before the copy is over
// expect: race

#include <cooperative_groups.h>
#include <cuda/barrier>

__global__ void stage(const int *in, int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int s[64];
  auto block = cooperative_groups::this_thread_block();
  if (block.thread_rank() == 0) init(&bar, block.size());
  block.sync();
  cuda::memcpy_async(block, s, in, sizeof(int) * 64, bar);
  (void)bar.arrive();
  out[threadIdx.x] = s[63 - threadIdx.x];
}
