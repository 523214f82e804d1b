//--blockDim=256 --gridDim=16
// the block reserves one place too few
// expect: race at line 19

__global__ void select(const int *in, int n, int *out, int *size) {
  __shared__ int places[8], base;
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  for (int tile = blockIdx.x * 256; tile < n; tile += gridDim.x * 256) {
    int i = tile + threadIdx.x, x = i < n ? in[i] : 0;
    unsigned votes = __ballot_sync(0xffffffffu, x > 0);
    if (lane == 0) places[warp] = __popc(votes);
    __syncthreads();
    if (threadIdx.x == 0) {
      int sum = 0;
      for (int w = 0; w < 8; ++w) { int count = places[w]; places[w] = sum; sum += count; }
      base = atomicAdd(size, sum - 1);
    }
    __syncthreads();
    if (x > 0) out[base + places[warp] + __popc(votes & ((1u << lane) - 1))] = x;
    __syncthreads();
  }
}
