//--blockDim=64 --gridDim=8
// the buffer of the first reduction is overwritten while others still read its result
// expect: race at line 17, 18
// expect-repair: repaired; add block; cost 21 -> 22

__global__ void spread(const int *in, int *out) {
  __shared__ int s[64];
  unsigned t = threadIdx.x;
  int v = in[blockIdx.x * 64 + t];
  s[t] = v;
  for (unsigned d = 32; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d)
      s[t] = max(s[t], s[t + d]);
  }
  __syncthreads();
  int largest = s[0];
  s[t] = v;
  for (unsigned d = 32; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d)
      s[t] = min(s[t], s[t + d]);
  }
  if (t == 0)
    out[blockIdx.x] = largest - s[0];
}
