//--blockDim=128 --gridDim=16
// counts of warps in one of two buffers by turns, so that one barrier a tile suffices
// expect: verified
// stages: verify
__global__ void compact(const float *in, float limit, float *out) {
  __shared__ int counts[2][4];
  const int t = threadIdx.x, lane = t % 32, warp = t / 32;
  int base = blockIdx.x * 1024;
  for (int tile = 0; tile < 8; ++tile) {
    const float v = in[blockIdx.x * 1024 + tile * 128 + t];
    const unsigned mask = __ballot_sync(0xffffffffu, v < limit);
    int *own = counts[tile & 1];
    if (lane == 0) own[warp] = __popc(mask);
    __syncthreads();
    int place = base + __popc(mask & ((1u << lane) - 1));
    for (int w = 0; w < 4; ++w) {
      if (w < warp) place += own[w];
      base += own[w];
    }
    if (v < limit) out[place] = v;
  }
}
