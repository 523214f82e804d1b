//--blockDim=32 --gridDim=8
// a block may have ended, and with it its shared memory, when another one reads it
// expect: rejected

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(4, 1, 1) ends(const int *in, int *out) {
  __shared__ int s[32];
  cg::cluster_group cluster = cg::this_cluster();
  s[threadIdx.x] = in[blockIdx.x * 32 + threadIdx.x];
  cluster.sync();
  out[blockIdx.x * 32 + threadIdx.x] =
      cluster.map_shared_rank(s, cluster.block_rank() ^ 1)[31 - threadIdx.x];
}
