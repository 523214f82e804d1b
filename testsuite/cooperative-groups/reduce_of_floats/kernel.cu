//--blockDim=256 --gridDim=4
// expect: verified
// What a tile reduces is the same for all its threads, in whatever order it is added: they may all store it.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

__global__ void reduce_of_floats(float *out, const float *in) {
  __shared__ float part[8];
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  float sum = cg::reduce(tile, in[blockIdx.x * 256 + threadIdx.x], cg::plus<float>());
  part[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x < 8) out[blockIdx.x * 8 + threadIdx.x] = part[threadIdx.x];
}
