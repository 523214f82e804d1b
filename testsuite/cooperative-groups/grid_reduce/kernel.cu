//--blockDim=64 --gridDim=4
// block sums, grid barrier, the first block adds them up
// expect: verified
// expect-repair: unchanged; cost 23 -> 23

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void sum(const int *in, int *part, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 64 + t];
  for (int d = 32; d > 0; d /= 2) {
    __syncthreads();
    if (t < d)
      s[t] += s[t + d];
  }
  if (t == 0)
    part[blockIdx.x] = s[0];
  cg::this_grid().sync();
  if (blockIdx.x == 0 && t == 0)
    *out = part[0] + part[1] + part[2] + part[3];
}
