//--blockDim=128 --gridDim=4
// warp-synchronous tail: racy unless warps run in lock step
// expect: race
// expect-repair: repaired; add 5 warp; cost 11 -> 13.5

__device__ void lastWarp(volatile int *s, unsigned t) {
  s[t] += s[t + 32];
  s[t] += s[t + 16];
  s[t] += s[t + 8];
  s[t] += s[t + 4];
  s[t] += s[t + 2];
  s[t] += s[t + 1];
}

__global__ void reduceLastWarp(const int *in, int *out) {
  __shared__ int s[128];
  unsigned t = threadIdx.x;
  s[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (unsigned d = blockDim.x / 2; d > 32; d >>= 1) {
    if (t < d)
      s[t] += s[t + d];
    __syncthreads();
  }
  if (t < 32)
    lastWarp(s, t);
  if (t == 0)
    out[blockIdx.x] = s[0];
}
