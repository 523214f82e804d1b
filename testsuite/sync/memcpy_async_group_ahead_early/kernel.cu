//--blockDim=128 --gridDim=1
// the next tile is copied over one that others still read
// expect: race
// stages: verify

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;

__global__ void smooth(const int *in, int *out, int tiles) {
  __requires(tiles < 100000);
  __shared__ int s[2][128];
  auto block = cg::this_thread_block();
  int t = threadIdx.x;
  cg::memcpy_async(block, s[0], in, sizeof(int) * 128);
  for (int k = 0; k < tiles; ++k) {
    if (k + 1 < tiles) {
      cg::memcpy_async(block, s[(k + 1) & 1], in + (k + 1) * 128, sizeof(int) * 128);
      cg::wait_prior<1>(block);
    } else {
      cg::wait(block);
    }
    int v = s[k & 1][t] + s[k & 1][t ^ 1];
    out[k * 128 + t] = v;
  }
}
