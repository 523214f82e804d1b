//--blockDim=256 --gridDim=16
// as compact_warps, but the lane before the last one says how many its warp keeps
// expect: confirmed race
// stages: verify
__global__ void compact(const int *in, int *out, int n) {
  __shared__ int before[8];
  int t = threadIdx.x, lane = t & 31, warp = t >> 5;
  int i = blockIdx.x * 256 + t, v = 0, keep = 0;
  if (i < n) {
    v = in[i];
    keep = v > 0;
  }
  int place = keep;
  for (int d = 1; d < 32; d <<= 1) {
    int left = __shfl_up_sync(0xffffffff, place, d);
    if (lane >= d) place += left;
  }
  if (lane == 30) before[warp] = place;
  __syncthreads();
  if (warp == 0) {
    int sum = lane < 8 ? before[lane] : 0, own = sum;
    for (int d = 1; d < 8; d <<= 1) {
      int left = __shfl_up_sync(0xffffffff, sum, d);
      if (lane >= d) sum += left;
    }
    if (lane < 8) before[lane] = sum - own;
  }
  __syncthreads();
  if (keep) out[blockIdx.x * 256 + before[warp] + place - 1] = v;
}
