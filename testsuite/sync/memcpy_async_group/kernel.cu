//--blockDim=64 --gridDim=1
// the block copies a tile together and waits for it together
// expect: verified

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

__global__ void stage(const int *in, int *out) {
  __shared__ int s[64];
  auto block = cooperative_groups::this_thread_block();
  cooperative_groups::memcpy_async(block, s, in, sizeof(int) * 64);
  cooperative_groups::wait(block);
  out[threadIdx.x] = s[63 - threadIdx.x];
}
