//--blockDim=96 --gridDim=16
// what is reserved is a sum of positions, which the thread has stored where the counts were
// expect: race at line 21
// stages: verify

__global__ void select(const int *in, int *out, int *size) {
  __shared__ int places[3], base;
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  int x = in[blockIdx.x * 96 + threadIdx.x];
  unsigned votes = __ballot_sync(0xffffffffu, x > 0);
  if (lane == 0) places[warp] = __popc(votes);
  __syncthreads();
  if (threadIdx.x == 0) {
    int w, sum = 0, all = 0;
    for (w = 0; w < 3; ++w) { int count = places[w]; places[w] = sum; sum += count; }
    for (w = 0; w < 3; ++w) all += places[w];
    base = atomicAdd(size, all);
  }
  __syncthreads();
  if (x > 0)
    out[base + places[warp] + __popc(votes & ((1u << lane) - 1))] = x;
}
