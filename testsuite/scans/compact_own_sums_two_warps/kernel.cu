//--blockDim=64 --gridDim=1
// a block of two warps: the first one's sum is of nothing, the other one's of one summand
// expect: verified
// stages: verify

__global__ void runs(const int *in, int *starts, int n) {
  __shared__ int heads[2];
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, found = 0;
  __requires(n >= 0 && n <= 4096);
  for (int tile = 0; tile < n; tile += 64) {
    int i = tile + threadIdx.x;
    bool head = i < n && (i == 0 || in[i] != in[i - 1]);
    unsigned votes = __ballot_sync(0xffffffffu, head);
    if (lane == 0) heads[warp] = __popc(votes);
    __syncthreads();
    int before = found, total = 0;
    for (int w = 0; w < 2; ++w) {
      int some = heads[w];
      if (w < warp) before += some;
      total += some;
    }
    if (head)
      starts[before + __popc(votes & ((1u << lane) - 1))] = i;
    found += total;
    __syncthreads();
  }
}
