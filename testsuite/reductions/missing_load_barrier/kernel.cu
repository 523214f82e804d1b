//--blockDim=256 --gridDim=16
// the barrier between loading and the first tree step is missing
// expect: race at line 9, 12
// expect-repair: add block; cost 10 -> 11

__global__ void reduceNoLoadBarrier(const float *in, float *out) {
  __shared__ float s[256];
  unsigned t = threadIdx.x;
  s[t] = in[blockIdx.x * blockDim.x + t];
  for (unsigned d = blockDim.x / 2; d > 0; d >>= 1) {
    if (t < d)
      s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = s[0];
}
