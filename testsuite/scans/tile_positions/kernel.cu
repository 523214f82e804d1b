//--blockDim=128 --gridDim=4
// stream compaction within tiles, by the scan of cooperative groups
// expect: verified
// stages: verify
#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;
__global__ void compact(const int *in, int *out) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  int i = blockIdx.x * 128 + threadIdx.x;
  int keep = in[i] != 0;
  int place = cg::exclusive_scan(tile, keep);
  if (keep) out[i / 32 * 32 + place] = in[i];
}
