//--blockDim=128 --gridDim=8
// a barrier after the loop that already ends with one
// expect: verified
// expect-repair: improved; remove block at line 16; cost 12 -> 11

__global__ void reduceCautious(const int *in, int *out) {
  __shared__ int s[128];
  unsigned t = threadIdx.x;
  s[t] = in[blockIdx.x * 128 + t];
  __syncthreads();
  for (unsigned d = 64; d > 0; d >>= 1) {
    if (t < d)
      s[t] += s[t + d];
    __syncthreads();
  }
  __syncthreads();
  if (t == 0)
    out[blockIdx.x] = s[0];
}
