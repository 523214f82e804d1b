//--blockDim=128 --gridDim=16
// compaction: warps vote, one thread adds up what they have and reserves as many places
// expect: verified
// stages: verify

__global__ void select(const int *in, int *out, int *size) {
  __shared__ int places[4], base;
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  int x = in[blockIdx.x * 128 + threadIdx.x];
  unsigned votes = __ballot_sync(0xffffffffu, x > 0);
  if (lane == 0) places[warp] = __popc(votes);
  __syncthreads();
  if (threadIdx.x == 0) {
    int sum = 0;
    for (int w = 0; w < 4; ++w) { int count = places[w]; places[w] = sum; sum += count; }
    base = atomicAdd(size, sum);
  }
  __syncthreads();
  if (x > 0) out[base + places[warp] + __popc(votes & ((1u << lane) - 1))] = x;
}
