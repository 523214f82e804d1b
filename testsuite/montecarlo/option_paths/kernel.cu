//--blockDim=64 --gridDim=8
// paths in shared memory; the mean is taken before all paths are there
// expect: race at line 12, 16
// expect-repair: repaired; add block; cost 0 -> 1

__global__ void price(const float *normal, float *out, float strike) {
  __shared__ float payoff[64];
  int t = threadIdx.x;
  float v = 1;
  for (int k = 0; k < 16; ++k)
    v *= expf(normal[(blockIdx.x * 16 + k) * 64 + t]);
  payoff[t] = fmaxf(v - strike, 0);
  if (t == 0) {
    float sum = 0;
    for (int k = 0; k < 64; ++k)
      sum += payoff[k];
    out[blockIdx.x] = sum / 64;
  }
}
