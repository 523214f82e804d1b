//--blockDim=64 --gridDim=4
// the lanes of one bin, which is computed, reserve cells of its counter together
// expect: verified
// stages: verify

__global__ void append(const int *keys, unsigned *counts, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x & 31;
  int bin = min(max(keys[i], 0), 15);
  unsigned peers = __match_any_sync(0xffffffff, bin);
  int leader = __ffs(peers) - 1;
  unsigned base = 0;
  if (lane == leader) base = atomicAdd(&counts[bin], __popc(peers));
  base = __shfl_sync(peers, base, leader);
  unsigned cell = base + __popc(peers & ((1u << lane) - 1));
  if (cell < 256) out[bin * 256 + cell] = i;
}
