//--blockDim=256 --gridDim=32
// a key says which block of the cluster has its bin; that it is one of the cluster is taken for granted
// expect: verified

#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(4, 1, 1) histogram(const int *in, int *hist, int n) {
  __shared__ int bins[256];
  cg::cluster_group cluster = cg::this_cluster();
  bins[threadIdx.x] = 0;
  cluster.sync();
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
    const int key = in[i];
    int *owner = cluster.map_shared_rank(bins, key / 256);
    atomicAdd(owner + key % 256, 1);
  }
  cluster.sync();
  atomicAdd(&hist[cluster.block_rank() * 256 + threadIdx.x], bins[threadIdx.x]);
}
