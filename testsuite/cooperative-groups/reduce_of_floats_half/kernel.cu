//--blockDim=256 --gridDim=4
// expect: confirmed race at line 13
// stages: verify
// Two tiles of 16 threads store what they have reduced into one element.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

__global__ void reduce_of_floats_half(float *out, const float *in) {
  __shared__ float part[8];
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  float sum = cg::reduce(tile, in[blockIdx.x * 256 + threadIdx.x], cg::plus<float>());
  part[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x < 8) out[blockIdx.x * 8 + threadIdx.x] = part[threadIdx.x];
}
