//--blockDim=64 --gridDim=4
// two lanes reserve, and the cells of one of them stay empty
// expect: verified
// stages: verify

__global__ void append(const int *in, int *out, unsigned *n, unsigned *m) {
  int v = in[threadIdx.x + blockIdx.x * blockDim.x];
  unsigned lane = threadIdx.x & 31;
  unsigned mask = __ballot_sync(0xffffffff, v > 0);
  if (v > 0) {
    unsigned base = 0;
    int leader = __ffs(mask) - 1;
    if (lane >= leader && lane <= leader + 1) base = atomicAdd(n, __popc(mask));
    base = __shfl_sync(mask, base, leader);
    out[base + __popc(mask & ((1u << lane) - 1))] = v;
  }
}
