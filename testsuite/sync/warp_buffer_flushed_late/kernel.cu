//--blockDim=256 --gridDim=16
// a buffer may hold more than its two rows
// expect: confirmed race at line 12
// stages: verify
__global__ void gather(const int *in, int *out) {
  __shared__ int buffer[8][64];
  const int t = threadIdx.x, warp = t >> 5, lane = t & 31;
  int held = 0;
  for (int i = 0; i < 100; ++i) {
    const bool kept = in[(blockIdx.x * 100 + i) * 256 + t] > 0;
    const unsigned votes = __ballot_sync(0xffffffffu, kept);
    if (kept) buffer[warp][held + __popc(votes & ((1u << lane) - 1))] = i;
    held += __popc(votes);
    __syncwarp();
    if (held >= 48) {
      out[((blockIdx.x * 8 + warp) * 100 + i) * 32 + lane] = buffer[warp][lane];
      const int rest = held - 32;
      const int moved = lane < rest ? buffer[warp][32 + lane] : 0;
      __syncwarp();
      if (lane < rest) buffer[warp][lane] = moved;
      held = rest;
      __syncwarp();
    }
  }
}
