//--blockDim=32 --gridDim=1
// the first of those that append reserves cells for all; each takes the one of its rank
// expect: verified

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void append(const int *in, int *out, int *n) {
  int v = in[threadIdx.x];
  if (v > 0) {
    auto g = cg::coalesced_threads();
    int base = 0;
    if (g.thread_rank() == 0) base = atomicAdd(n, g.size());
    out[g.shfl(base, 0) + g.thread_rank()] = v;
  }
}
