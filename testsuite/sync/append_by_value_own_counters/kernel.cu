//--blockDim=64 --gridDim=4
// each leader reserves of a counter of its own
// expect: race
// stages: verify

__global__ void append(const int *keys, int *n, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x & 31;
  int key = keys[i];
  unsigned peers = __match_any_sync(0xffffffff, key);
  int leader = __ffs(peers) - 1;
  int base = 0;
  if (lane == leader) base = atomicAdd(&n[lane], __popc(peers));
  base = __shfl_sync(peers, base, leader);
  out[base + __popc(peers & ((1u << lane) - 1))] = i;
}
