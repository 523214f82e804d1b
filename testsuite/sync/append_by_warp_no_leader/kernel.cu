//--blockDim=64 --gridDim=4
// the number of zeros is not the lane of the highest bit: base comes from a lane that reserved nothing
// expect: race
// stages: verify

__global__ void append(const int *in, int *out, unsigned *n) {
  int v = in[threadIdx.x + blockIdx.x * blockDim.x];
  unsigned lane = threadIdx.x % 32;
  unsigned mask = __ballot_sync(0xffffffff, v > 0);
  if (v > 0) {
    unsigned base;
    int leader = __clz(mask);
    if (lane == leader) base = atomicAdd(n, __popc(mask));
    base = __shfl_sync(mask, base, leader);
    out[base + __popc(mask & ((1u << lane) - 1))] = v;
  }
}
