//--blockDim=128 --gridDim=16
// what a warp has counted are other votes than those that its lanes find their places by
// expect: race at line 20
// stages: verify

__global__ void select(const int *in, int *out, int *size) {
  __shared__ int places[4], base;
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  int x = in[blockIdx.x * 128 + threadIdx.x];
  unsigned votes = __ballot_sync(0xffffffffu, x > 0);
  unsigned others = __ballot_sync(0xffffffffu, x > 9);
  if (lane == 0) places[warp] = __popc(others);
  __syncthreads();
  if (threadIdx.x == 0) {
    int sum = 0;
    for (int w = 0; w < 4; ++w) { int count = places[w]; places[w] = sum; sum += count; }
    base = atomicAdd(size, sum);
  }
  __syncthreads();
  if (x > 0) out[base + places[warp] + __popc(votes & ((1u << lane) - 1))] = x;
}
