//--blockDim=64 --gridDim=1
// the first of those that count adds for all of them
// expect: verified

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void count(const int *in, int *n) {
  if (in[threadIdx.x] > 0) {
    auto g = cg::coalesced_threads();
    if (g.thread_rank() == 0) atomicAdd(n, g.size());
  }
}
