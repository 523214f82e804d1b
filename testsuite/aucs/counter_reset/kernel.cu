//--blockDim=64 --gridDim=1
// a shared counter is reset at the end of the body while others still read it
// expect: race
// expect-repair: repaired; add block; cost 20 -> 30

__global__ void batches(const int *in, int *out) {
  __shared__ int count;
  int t = threadIdx.x;
  if (t == 0)
    count = 0;
  for (int k = 0; k < 8; ++k) {
    __syncthreads();
    if (in[k * 64 + t] > 0)
      atomicAdd(&count, 1);
    __syncthreads();
    out[k * 64 + t] = count;
    if (t == 0)
      count = 0;
  }
}
