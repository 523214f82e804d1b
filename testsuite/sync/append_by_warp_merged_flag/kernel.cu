//--blockDim=64 --gridDim=2
// expect: verified
// stages: verify
// The flag of the vote comes from two branches, as `&&` gives it, and stays what it is up to the
// branch: the lanes of the mask come, and the leader is one of them.
__device__ unsigned appended;

__global__ void append(const int *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned lane = threadIdx.x % 32;
  bool wanted = i < n && in[i] != 0;
  unsigned mask = __ballot_sync(0xffffffff, wanted);
  if (wanted) {
    unsigned leader = __ffs(mask) - 1;
    unsigned base = 0;
    if (lane == leader)
      base = atomicAdd(&appended, __popc(mask));
    base = __shfl_sync(mask, base, leader);
    out[base + __popc(mask & ((1u << lane) - 1))] = i;
  }
}
