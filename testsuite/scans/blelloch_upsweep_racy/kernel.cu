//--blockDim=64 --gridDim=4
// up-sweep without its barrier
// expect: race at line 15
// expect-repair: repaired; add block; cost 0 -> 10

__global__ void upsweep(float *v) {
  __shared__ float s[128];
  int t = threadIdx.x;
  int base = blockIdx.x * 128;
  s[2 * t] = v[base + 2 * t];
  s[2 * t + 1] = v[base + 2 * t + 1];
  int offset = 1;
  for (int d = 64; d > 0; d >>= 1) {
    if (t < d)
      s[offset * (2 * t + 2) - 1] += s[offset * (2 * t + 1) - 1];
    offset *= 2;
  }
  if (t == 0)
    v[base] = s[127];
}
