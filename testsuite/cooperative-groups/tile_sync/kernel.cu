//--blockDim=64 --gridDim=4
// the sync of a warp-sized tile orders what its threads do
// expect: verified
// expect-repair: unchanged

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void rotate(int *v) {
  __shared__ int s[64];
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  int t = threadIdx.x;
  s[t] = v[blockIdx.x * 64 + t];
  tile.sync();
  v[blockIdx.x * 64 + t] = s[t ^ 1];
}
