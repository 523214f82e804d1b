//--blockDim=32 --gridDim=1
// the size promises 16 bytes, the source begins 4 bytes later
// expect: confirmed misaligned at line 12
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
namespace cg = cooperative_groups;

__global__ void window(float *out, const float *in) {
  __shared__ __align__(16) float s[32];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, s, in + 1, cuda::aligned_size_t<16>(128));
  cg::wait(block);
  out[threadIdx.x] = s[31 - threadIdx.x];
}
