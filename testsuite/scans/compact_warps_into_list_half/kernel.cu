//--blockDim=128 --gridDim=64
// the block takes half of the places that it fills
// expect: confirmed race at line 22
// stages: verify
__global__ void select(const int *in, int *out, int *total, int limit) {
  __shared__ int list[1024], count, base;
  const int t = threadIdx.x, lane = t & 31;
  if (t == 0) count = 0;
  __syncthreads();
  for (int part = 0; part < 8; ++part) {
    const int i = (blockIdx.x * 8 + part) * 128 + t;
    const bool kept = in[i] > limit;
    const unsigned votes = __ballot_sync(0xffffffffu, kept);
    int first = 0;
    if (lane == 0 && votes) first = atomicAdd(&count, __popc(votes));
    first = __shfl_sync(0xffffffffu, first, 0);
    if (kept) list[first + __popc(votes & ((1u << lane) - 1))] = i;
  }
  __syncthreads();
  if (t == 0) base = atomicAdd(total, count / 2);
  __syncthreads();
  for (int i = t; i < count; i += 128) out[base + i] = list[i];
}
