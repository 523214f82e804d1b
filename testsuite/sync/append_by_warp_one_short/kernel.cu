//--blockDim=64 --gridDim=4
// one cell less is reserved than lanes have something
// expect: confirmed race
// stages: verify

__global__ void append(const int *in, int *out, unsigned *n, unsigned *m) {
  int v = in[threadIdx.x + blockIdx.x * blockDim.x];
  unsigned lane = threadIdx.x & 31;
  unsigned mask = __ballot_sync(0xffffffff, v > 0);
  if (v > 0) {
    unsigned base = 0;
    int leader = __ffs(mask) - 1;
    if (lane == leader) base = atomicAdd(n, __popc(mask) - 1);
    base = __shfl_sync(mask, base, leader);
    out[base + __popc(mask & ((1u << lane) - 1))] = v;
  }
}
