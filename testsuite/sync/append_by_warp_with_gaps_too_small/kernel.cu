//--blockDim=64 --gridDim=4
// a warp reserves 31 cells for 32 lanes
// expect: confirmed race
// stages: verify

__global__ void append(const int *in, int *out, unsigned *n, unsigned *m) {
  int v = in[threadIdx.x + blockIdx.x * blockDim.x];
  unsigned lane = threadIdx.x & 31;
  unsigned mask = __ballot_sync(0xffffffff, v > 0);
  if (v > 0) {
    unsigned base = 0;
    int leader = __ffs(mask) - 1;
    if (lane == leader) base = atomicAdd(n, 31);
    base = __shfl_sync(mask, base, leader);
    out[base + lane] = v;
  }
}
