//--blockDim=64 --gridDim=8
// a round of a radix sort in shared memory: places of those without the bit are counted with
// ballots; those with it come behind them, each as many places on as there are others with it
// before it
// expect: verified
// stages: verify
__global__ void split(unsigned *key, int bit) {
  __shared__ unsigned sorted[64];
  __shared__ int zeros[2];
  const int t = threadIdx.x, lane = t & 31, warp = t >> 5, first = blockIdx.x * 64;
  const unsigned mine = key[first + t];
  const int one = (mine >> (bit & 31)) & 1;
  const unsigned mask = __ballot_sync(0xffffffffu, !one);
  if (lane == 0) zeros[warp] = __popc(mask);
  __syncthreads();
  int before = __popc(mask & ((1u << lane) - 1u)), total = 0;
  for (int w = 0; w < 2; ++w) {
    if (w < warp) before += zeros[w];
    total += zeros[w];
  }
  sorted[one ? total + (t - before) : before] = mine;
  __syncthreads();
  key[first + t] = sorted[t];
}
