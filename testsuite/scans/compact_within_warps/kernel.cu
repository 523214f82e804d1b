//--blockDim=128 --gridDim=16
// each warp compacts its 32 elements by itself, without a barrier
// expect: verified
// expect-repair: unchanged
__global__ void compact(const int *in, int *out) {
  int t = threadIdx.x, lane = t & 31, i = blockIdx.x * 128 + t;
  int v = in[i], keep = v > 0, place = keep;
  for (int d = 1; d < 32; d <<= 1) {
    int left = __shfl_up_sync(0xffffffff, place, d);
    if (lane >= d) place += left;
  }
  if (keep) out[i - lane + place - 1] = v;
}
