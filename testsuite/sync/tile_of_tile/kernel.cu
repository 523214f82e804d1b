//--blockDim=64 --gridDim=1
// tiles of 4 within tiles of 16
// expect: verified

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void exchange(int *out, const int *in) {
  __shared__ int s[64];
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  auto four = cg::tiled_partition<4>(tile);
  int t = threadIdx.x;
  s[t] = in[t] + four.meta_group_rank();
  four.sync();
  out[t] = s[t ^ 3];
}
