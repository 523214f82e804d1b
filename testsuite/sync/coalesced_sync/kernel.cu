//--blockDim=32 --gridDim=1
// the group meets; what its lanes have written before is read after
// expect: verified

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void share(const int *in, int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  if (in[t] > 0) {
    auto g = cg::coalesced_threads();
    s[t] = in[t];
    g.sync();
    if (g.thread_rank() == 0) out[t] = s[t];
  }
}
