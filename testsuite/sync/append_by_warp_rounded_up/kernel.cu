//--blockDim=64 --gridDim=4
// the number of elements is rounded up to whole warps, whose lanes leave the loop together; each goes through a list
// expect: verified
// stages: verify

__global__ void append(const int *first, const int *list, int n, int *out, int *size) {
  unsigned lane = threadIdx.x & 31;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < ((n + 31) & ~31); i += gridDim.x * blockDim.x) {
    int e = i < n ? first[i] : 0, end = i < n ? first[i + 1] : 0;
    while (__any_sync(0xffffffff, e < end)) {
      int v = e < end ? list[e++] : 0;
      unsigned mask = __ballot_sync(0xffffffff, v > 0);
      int base = 0;
      if (mask == 0) continue;
      int leader = __ffs(mask) - 1;
      if (lane == leader) base = atomicAdd(size, __popc(mask));
      base = __shfl_sync(0xffffffff, base, leader);
      if (v > 0) out[base + __popc(mask & ((1u << lane) - 1))] = v;
    }
  }
}
