//--blockDim=32 --gridDim=4
// the blocks of a cluster meet, which orders global memory among them; of others, nothing is known
// expect: race at line 11, 13

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void pass(int *v, int *out) {
  auto cluster = cg::this_cluster();
  int i = blockIdx.x * 32 + threadIdx.x;
  v[i] = i;
  cluster.sync();
  out[i] = v[(i + 32) % 128];
}
