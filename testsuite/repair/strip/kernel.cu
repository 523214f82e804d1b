//--blockDim=64 --gridDim=4 --strip-barriers --disable-warp
// all barriers are dropped first, the useless one and the good one, and the needed ones found again
// expect: race at line 9, 12
// expect-repair: repaired; add block; remove block at line 13; remove block at line 15; cost 0 -> 10

__global__ void reduce(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 64 + t];
  for (int d = 32; d > 0; d >>= 1) {
    if (t < d)
      s[t] += s[t + d];
    __syncthreads();
  }
  __syncthreads();
  if (t == 0)
    out[blockIdx.x] = s[0];
}
