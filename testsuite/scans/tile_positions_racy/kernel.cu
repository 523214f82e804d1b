//--blockDim=128 --gridDim=4
// tiles have room for 31 elements
// expect: race
// stages: verify
#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;
__global__ void compact(const int *in, int *out) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  int i = blockIdx.x * 128 + threadIdx.x;
  int keep = in[i] != 0;
  int place = cg::exclusive_scan(tile, keep);
  if (keep) out[i / 32 * 31 + place] = in[i];
}
