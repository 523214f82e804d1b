//--blockDim=32 --gridDim=1 --check=default,misaligned
// without a promise the copy takes elements as they are
// expect: verified
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;

__global__ void window(float *out, const float *in) {
  __shared__ __align__(16) float s[32];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, s, in + 1, 128);
  cg::wait(block);
  out[threadIdx.x] = s[31 - threadIdx.x];
}
