//--blockDim=64 --gridDim=4
// the last lane that has something reserves cells for its warp
// expect: verified
// stages: verify

__global__ void append(const int *in, int *out, unsigned *n) {
  int v = in[threadIdx.x + blockIdx.x * blockDim.x];
  unsigned lane = threadIdx.x % 32;
  unsigned mask = __ballot_sync(0xffffffff, v > 0);
  if (v > 0) {
    unsigned base;
    int leader = 31 - __clz(mask);
    if (lane == leader) base = atomicAdd(n, __popc(mask));
    base = __shfl_sync(mask, base, leader);
    out[base + __popc(mask & ((1u << lane) - 1))] = v;
  }
}
