//--blockDim=64 --gridDim=4
// a block barrier where a grid barrier is needed
// expect: race at line 11, 13
// expect-repair: repaired; add grid; remove block at line 12; cost 1 -> 13

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void mirror(const int *in, int *v, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  v[i] = in[i] * 2;
  cg::sync(cg::this_thread_block());
  out[i] = v[255 - i];
}
