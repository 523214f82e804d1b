//--blockDim=128 --gridDim=8
// bins are spread over the shared memory of the two blocks of a cluster
// expect: verified

#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2, 1, 1) clusterHist(const int *in, int *bins, int n) {
  __shared__ int smem[64];
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x < 64) smem[threadIdx.x] = 0;
  cluster.sync();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    int bin = in[i] & 127;
    int *dst = cluster.map_shared_rank(smem, bin / 64);
    atomicAdd(dst + bin % 64, 1);
  }
  cluster.sync();
  if (threadIdx.x < 64) atomicAdd(&bins[cluster.block_rank() * 64 + threadIdx.x], smem[threadIdx.x]);
}
