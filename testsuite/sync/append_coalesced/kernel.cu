//--blockDim=64 --gridDim=4
// the first of the threads that have something reserves for all of them
// expect: verified
// stages: verify

#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void append(const int *in, int *out, int *n) {
  int v = in[threadIdx.x + blockIdx.x * blockDim.x];
  if (v > 0) {
    auto g = cg::coalesced_threads();
    int base = 0;
    if (g.thread_rank() == 0) base = atomicAdd(n, g.size());
    out[g.shfl(base, 0) + g.thread_rank()] = v;
  }
}
