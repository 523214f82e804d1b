//--blockDim=128 --gridDim=16
// in each round of a warp, its lanes serve those who have voted one by one: all decide alike
// expect: verified

__global__ void count(const int *ids, int *uses, int none, int n) {
  int lane = threadIdx.x & 31, warp = blockIdx.x * 4 + (threadIdx.x >> 5);
  for (int first = warp * 32; first < n; first += gridDim.x * 128) {
    int id = first + lane < n ? ids[first + lane] : none;
    unsigned peers = __match_any_sync(0xffffffffu, id);
    unsigned left = __ballot_sync(0xffffffffu, id != none);
    while (left) {
      int leader = __ffs(left) - 1;
      unsigned group = __shfl_sync(0xffffffffu, peers, leader);
      if (lane == leader)
        atomicAdd(&uses[id], __popc(group));
      left &= ~group;
    }
  }
}
