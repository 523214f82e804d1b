//--blockDim=64 --gridDim=4
// the two blocks of a cluster exchange what they have
// expect: verified

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) exchange(int *v) {
  int other = v[(blockIdx.x ^ 1) * 64 + threadIdx.x];
  cg::this_cluster().sync();
  v[blockIdx.x * 64 + threadIdx.x] = other + 1;
}
