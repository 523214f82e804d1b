//--blockDim=128 --gridDim=8
// a block reads what its neighbour has in shared memory without waiting for it
// expect: confirmed race at line 10, 13

#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2, 1, 1) exchange(const int *in, int *out) {
  __shared__ int smem[128];
  cg::cluster_group cluster = cg::this_cluster();
  smem[threadIdx.x] = in[blockIdx.x * 128 + threadIdx.x];
  __syncthreads();
  int *other = cluster.map_shared_rank(smem, cluster.block_rank() ^ 1);
  out[blockIdx.x * 128 + threadIdx.x] = other[127 - threadIdx.x];
  cluster.sync();
}
