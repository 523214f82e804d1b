//--blockDim=64 --gridDim=1
// which thread copies a cell is not said: not even that of one's own number is there before the wait
// expect: race at line 12, 13

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

__global__ void stage(const int *in, int *out) {
  __shared__ int s[64];
  auto block = cooperative_groups::this_thread_block();
  int t = threadIdx.x;
  cooperative_groups::memcpy_async(block, s, in, sizeof(int) * 64);
  out[t] = s[t];
  cooperative_groups::wait(block);
}
