//--blockDim=64 --gridDim=1
// a function for any group, called with the block
// expect: verified

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ int total(const cg::thread_group &g, int *s, int v) {
  s[g.thread_rank()] = v;
  g.sync();
  int all = 0;
  for (int i = 0; i < 64; ++i) all += s[i];
  return all;
}

__global__ void sum(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  out[t] = total(cg::this_thread_block(), s, in[t]);
}
