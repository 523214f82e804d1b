//--blockDim=128 --gridDim=8
// those with the bit go behind those without it, but are counted from the lane's place in its warp:
// those of two warps get the same places
// expect: confirmed race at line 20, 20
// expect-repair: unrepairable
__global__ void split(unsigned *key, int bit) {
  __shared__ unsigned sorted[256];
  __shared__ int zeros[4];
  const int t = threadIdx.x, lane = t & 31, warp = t >> 5, first = blockIdx.x * 128;
  const unsigned mine = key[first + t];
  const int one = (mine >> (bit & 31)) & 1;
  const unsigned mask = __ballot_sync(0xffffffffu, !one);
  if (lane == 0) zeros[warp] = __popc(mask);
  __syncthreads();
  int before = __popc(mask & ((1u << lane) - 1u)), rank = before, total = 0;
  for (int w = 0; w < 4; ++w) {
    if (w < warp) before += zeros[w];
    total += zeros[w];
  }
  sorted[one ? total + (lane - rank) : before] = mine;
  __syncthreads();
  key[first + t] = sorted[t & 127];
}
