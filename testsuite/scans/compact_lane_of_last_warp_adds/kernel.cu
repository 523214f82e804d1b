//--blockDim=256 --gridDim=16
// the first warp scans the counts of eight warps, and its lane number 7 reserves as many places
// expect: verified
// stages: verify
__global__ void compact(const int *in, int *out, int *total, int n) {
  __shared__ int count[8], offset[8], base;
  const int t = threadIdx.x, lane = t & 31, warp = t >> 5;
  for (int start = blockIdx.x * 256; start < n; start += gridDim.x * 256) {
    const bool kept = start + t < n && in[start + t] > 0;
    const unsigned votes = __ballot_sync(0xffffffffu, kept);
    if (lane == 0) count[warp] = __popc(votes);
    __syncthreads();
    if (warp == 0) {
      const int mine = lane < 8 ? count[lane] : 0;
      int sum = mine;
      for (int d = 1; d < 8; d <<= 1) {
        const int up = __shfl_up_sync(0xffffffffu, sum, d);
        if (lane >= d) sum += up;
      }
      if (lane < 8) offset[lane] = sum - mine;
      if (lane == 7) base = atomicAdd(total, sum);
    }
    __syncthreads();
    if (kept) out[base + offset[warp] + __popc(votes & ((1u << lane) - 1))] = start + t;
  }
}
