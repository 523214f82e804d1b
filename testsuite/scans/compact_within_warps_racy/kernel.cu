//--blockDim=128 --gridDim=16
// as compact_within_warps, with 31 cells for each warp
// expect: confirmed race
// stages: verify
__global__ void compact(const int *in, int *out) {
  int t = threadIdx.x, lane = t & 31, i = blockIdx.x * 128 + t;
  int v = in[i], keep = v > 0, place = keep;
  for (int d = 1; d < 32; d <<= 1) {
    int left = __shfl_up_sync(0xffffffff, place, d);
    if (lane >= d) place += left;
  }
  if (keep) out[(i / 32) * 31 + place - 1] = v;
}
