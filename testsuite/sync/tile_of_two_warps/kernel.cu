//--blockDim=128 --gridDim=1
// a tile of 64 threads, of two warps
// expect: verified

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void exchange(int *out, const int *in) {
  __shared__ int s[128];
  auto tile = cg::tiled_partition<64>(cg::this_thread_block());
  int t = threadIdx.x;
  s[t] = in[t];
  tile.sync();
  out[t] = s[t ^ 63];
}
