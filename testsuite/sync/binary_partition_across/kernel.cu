//--blockDim=64 --gridDim=1
// a lane reads what one of the other part wrote
// expect: race at line 13, 15

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void parts(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  auto part = cg::binary_partition(warp, t % 2);
  s[t] = in[t];
  part.sync();
  out[t] = s[t ^ 1];
}
