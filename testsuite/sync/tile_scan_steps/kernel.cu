//--blockDim=128 --gridDim=8
// a scan in each tile between barriers of the tile
// expect: verified
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void tileScan(int *data) {
  __shared__ int s[128];
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<32>(block);
  int t = block.thread_rank();
  s[t] = data[blockIdx.x * 128 + t];
  tile.sync();
  for (int d = 1; d < 32; d *= 2) {
    int v = 0;
    if (tile.thread_rank() >= d) v = s[t - d];
    tile.sync();
    s[t] += v;
    tile.sync();
  }
  block.sync();
  int base = 0;
  for (int w = 0; w < t / 32; ++w) base += s[w * 32 + 31];
  data[blockIdx.x * 128 + t] = s[t] + base;
}
