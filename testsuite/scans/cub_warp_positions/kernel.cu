//--blockDim=128 --gridDim=4
// stream compaction with CUB: lane 0 reserves as many places as its warp needs
// expect: verified
// stages: verify
#include <cub/cub.cuh>
__global__ void compact(const int *in, int *out, int *total, int n) {
  typedef cub::WarpScan<int> Scan;
  __shared__ typename Scan::TempStorage temp[4];
  int i = blockIdx.x * 128 + threadIdx.x;
  int keep = i < n && in[i] != 0, place, all, base = 0;
  Scan(temp[threadIdx.x / 32]).ExclusiveSum(keep, place, all);
  if (threadIdx.x % 32 == 0) base = atomicAdd(total, all);
  base = __shfl_sync(0xffffffff, base, 0);
  if (keep) out[base + place] = in[i];
}
