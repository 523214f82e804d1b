//--blockDim=64 --gridDim=2
// expect: race at line 20
// stages: verify
// The flag is set again behind the vote: the leader may be a lane that does not come, and the others
// get cells that nobody has reserved.
__device__ unsigned appended;

__global__ void append(const int *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned lane = threadIdx.x % 32;
  bool wanted = i < n && in[i] != 0;
  unsigned mask = __ballot_sync(0xffffffff, wanted);
  wanted = wanted && in[i] != 2;
  if (wanted) {
    unsigned leader = __ffs(mask) - 1;
    unsigned base = 0;
    if (lane == leader)
      base = atomicAdd(&appended, __popc(mask));
    base = __shfl_sync(mask, base, leader);
    out[base + __popc(mask & ((1u << lane) - 1))] = i;
  }
}
