//--blockDim=64 --gridDim=1
// the neighbour is of another tile of 4
// expect: race at line 12, 14

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void exchange(int *out, const int *in) {
  __shared__ int s[64];
  auto tile = cg::tiled_partition<4>(cg::this_thread_block());
  int t = threadIdx.x;
  s[t] = in[t];
  tile.sync();
  out[t] = s[t ^ 4];
}
