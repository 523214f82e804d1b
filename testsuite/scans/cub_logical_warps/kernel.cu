//--blockDim=64 --gridDim=1
// half of each warp scans: the other lanes do not come
// expect: verified
// stages: verify
#include <cub/cub.cuh>
__global__ void k(const int *in, int *out) {
  typedef cub::WarpScan<int, 16> S;
  __shared__ typename S::TempStorage t[4];
  int keep = in[threadIdx.x] > 0, place, all;
  if (threadIdx.x % 32 < 16) {
    S(t[threadIdx.x / 16]).ExclusiveSum(keep, place, all);
    if (keep) out[threadIdx.x / 16 * 16 + place] = all;
  }
}
