//--blockDim=128 --gridDim=4
// the last warp of a reduction goes on alone, without a barrier
// expect: race
// expect-repair: repaired; add 1 warp

__global__ void reduce(const int *in, int *out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 128 + t];
  __syncthreads();
  if (t < 64)
    s[t] += s[t + 64];
  __syncthreads();
  if (t < 32) {
    s[t] += s[t + 32];
    for (int d = 16; d > 0; d >>= 1)
      if (t < d)
        s[t] += s[t + d];
    if (t == 0)
      out[blockIdx.x] = s[0];
  }
}
