//--blockDim=64 --gridDim=4
// the cells of two values overlap
// expect: race
// stages: verify

__global__ void append(const int *keys, int *n, int *out, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m) return;
  int lane = threadIdx.x & 31;
  int key = keys[i];
  unsigned peers = __match_any_sync(__activemask(), key);
  int leader = __ffs(peers) - 1;
  int base = 0;
  if (lane == leader) base = atomicAdd(&n[key], __popc(peers));
  base = __shfl_sync(peers, base, leader);
  int rank = base + __popc(peers & ((1u << lane) - 1));
  if (rank >= 0 && rank < 1024 && key >= 0 && key < 1024) out[key * 512 + rank] = i;
}
