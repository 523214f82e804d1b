//--blockDim=64 --gridDim=1
// the phase of a barrier object waits for the copies
// expect: verified

#include <cooperative_groups.h>
#include <cuda/barrier>

__global__ void stage(const int *in, int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int s[64];
  auto block = cooperative_groups::this_thread_block();
  if (block.thread_rank() == 0) init(&bar, block.size());
  block.sync();
  cuda::memcpy_async(block, s, in, sizeof(int) * 64, bar);
  bar.arrive_and_wait();
  out[threadIdx.x] = s[63 - threadIdx.x];
}
