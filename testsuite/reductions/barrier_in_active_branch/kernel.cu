//--blockDim=128 --gridDim=8
// the barrier of the loop stands inside the branch of the active threads
// expect: divergence at line 14
// expect-repair: repaired; remove block at line 14; add block loop-end line 11; cost 11 -> 11

__global__ void reduceDivergent(const int *in, int *out) {
  __shared__ int s[128];
  unsigned t = threadIdx.x;
  s[t] = in[blockIdx.x * 128 + t];
  __syncthreads();
  for (unsigned d = 64; d > 0; d >>= 1) {
    if (t < d) {
      s[t] += s[t + d];
      __syncthreads();
    }
  }
  if (t == 0)
    out[blockIdx.x] = s[0];
}
