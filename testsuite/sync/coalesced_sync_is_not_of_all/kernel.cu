//--blockDim=32 --gridDim=1
// lanes on the other side of the branch are in no such group
// expect: race at line 15, 17

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void share(const int *in, int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  if (in[t] > 0) {
    auto g = cg::coalesced_threads();
    g.sync();
  }
  s[t] = in[t];
  __syncwarp(1u << t);
  out[t] = s[t ^ 1];
}
