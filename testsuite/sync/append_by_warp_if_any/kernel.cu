//--blockDim=128 --gridDim=16
// the first lane reserves for its warp, where there is something to store
// expect: verified

__global__ void compact(const int *in, int *out, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
  int v = i < n ? in[i] : 0;
  unsigned keep = __ballot_sync(0xffffffffu, v > 0);
  int base = 0;
  if (lane == 0 && keep) base = atomicAdd(count, __popc(keep));
  base = __shfl_sync(0xffffffffu, base, 0);
  if (v > 0) out[base + __popc(keep & ((1u << lane) - 1))] = v;
}
