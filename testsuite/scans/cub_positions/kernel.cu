//--blockDim=64 --gridDim=4
// stream compaction with CUB: thread 0 reserves as many places as the block needs
// expect: verified
// stages: verify
#include <cub/cub.cuh>
__global__ void compact(const int *in, int *out, int *total, int n) {
  typedef cub::BlockScan<int, 64> Scan;
  __shared__ typename Scan::TempStorage temp;
  __shared__ int base;
  int i = blockIdx.x * 64 + threadIdx.x;
  int keep = i < n && in[i] != 0, place, all;
  Scan(temp).ExclusiveSum(keep, place, all);
  if (threadIdx.x == 0) base = atomicAdd(total, all);
  __syncthreads();
  if (keep) out[base + place] = in[i];
}
