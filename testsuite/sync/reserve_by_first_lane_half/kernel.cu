//--blockDim=64 --gridDim=4
// lane 0 reserves 16 cells for 32 lanes
// expect: confirmed race
// stages: verify

__global__ void append(const int *in, int *out, unsigned *n, unsigned *m) {
  int v = in[threadIdx.x + blockIdx.x * blockDim.x];
  unsigned lane = threadIdx.x & 31;
  unsigned mask = __ballot_sync(0xffffffff, v > 0);
  if (true) {
    unsigned base = 0;
    int leader = __ffs(mask) - 1;
    if (lane == 0) base = atomicAdd(n, 16);
    base = __shfl_sync(0xffffffff, base, 0);
    out[base + lane] = v;
  }
}
