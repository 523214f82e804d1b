//--blockDim=64 --gridDim=1
// the race starts in the loop and ends after it: the barrier stays outside
// expect: race at line 12
// expect-repair: repaired; add block; cost 0 -> 1

__global__ void after(const int *in, int *out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = 0;
  for (int k = 0; k < n; ++k)
    s[t] += in[k * 64 + t];
  out[t] = s[63 - t];
}
