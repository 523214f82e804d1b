//--blockDim=64 --gridDim=2
// lanes with one key add up what each of them has, one after the other: all of them go through the
// loop equally often
// expect: verified
__global__ void total(const int *key, const int *value, int *out) {
  __shared__ int sums[2][8];
  const int t = threadIdx.x, lane = t & 31, warp = t >> 5, i = blockIdx.x * 64 + t;
  if (lane < 8) sums[warp][lane] = 0;
  __syncwarp();
  const int mine = key[i] & 7;
  const unsigned peers = __match_any_sync(0xffffffffu, mine);
  int sum = 0;
  for (unsigned rest = peers; rest != 0; rest &= rest - 1)
    sum += __shfl_sync(peers, value[i], __ffs(rest) - 1);
  if (lane == __ffs(peers) - 1) sums[warp][mine] = sum;
  __syncwarp();
  out[i] = sums[warp][mine] - sums[warp][mine ^ 1];
}
