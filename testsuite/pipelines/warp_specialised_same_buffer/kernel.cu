//--blockDim=64 --gridDim=4
// producer and consumer use the same buffer in the same step
// expect: race at line 10, 12
// expect-repair: split-branch block before line 12; cost 0 -> 1

__global__ void specialised(const float *in, float *out) {
  __shared__ float tile[32];
  int t = threadIdx.x;
  if (t < 32)
    tile[t] = in[t];
  else
    out[blockIdx.x * 32 + t - 32] = tile[t - 32] * tile[63 - t];
}
