//--blockDim=64 --gridDim=4
// lane 0 of one block has returned: the others get any base
// expect: race
// stages: verify

__global__ void append(const int *in, int *out, unsigned *n, unsigned *m) {
  int v = in[threadIdx.x + blockIdx.x * blockDim.x];
  unsigned lane = threadIdx.x & 31;
  if (lane == 0 && blockIdx.x == 1) return;
  unsigned mask = __ballot_sync(0xffffffff, v > 0);
  if (true) {
    unsigned base = 0;
    int leader = __ffs(mask) - 1;
    if (lane == 0) base = atomicAdd(n, 32);
    base = __shfl_sync(0xffffffff, base, 0);
    out[base + lane] = v;
  }
}
