//--blockDim=64 --gridDim=1
// of two copies the younger is read, while the older is waited for
// expect: race at line 13, 15

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;

__global__ void stage(const int *in, int *out) {
  __shared__ int s[2][64];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, s[0], in, sizeof(int) * 64);
  cg::memcpy_async(block, s[1], in + 64, sizeof(int) * 64);
  cg::wait_prior<1>(block);
  out[threadIdx.x] = s[1][63 - threadIdx.x];
  cg::wait(block);
}
