//--blockDim=64 --gridDim=4
// each block exchanges what it has with one of another cluster
// expect: race at line 9, 11

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) exchange(int *v) {
  int other = v[(blockIdx.x ^ 2) * 64 + threadIdx.x];
  cg::this_cluster().sync();
  v[blockIdx.x * 64 + threadIdx.x] = other + 1;
}
