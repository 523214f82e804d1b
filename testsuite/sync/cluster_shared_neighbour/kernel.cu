//--blockDim=32 --gridDim=[8,2]
// blocks of a cluster in two dimensions pass rows of shared memory on
// expect: verified

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(4, 2, 1) pass(const int *in, int *out) {
  __shared__ int rows[2][32];
  cg::cluster_group cluster = cg::this_cluster();
  int at = (blockIdx.y * 8 + blockIdx.x) * 32 + threadIdx.x;
  rows[0][threadIdx.x] = in[at];
  cluster.sync();
  int *next = cluster.map_shared_rank(&rows[1][0], (cluster.block_rank() + 1) % 8);
  next[threadIdx.x] = rows[0][31 - threadIdx.x];
  cluster.sync();
  out[at] = rows[1][31 - threadIdx.x];
}
