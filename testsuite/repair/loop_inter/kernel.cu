//--blockDim=64 --gridDim=1 --disable-warp
// loop: race between iterations only
// expect: race at line 13, 14
// expect-repair: repaired; add block; cost 0 -> 10

__global__ void inter(int *out, int n) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t;
  s[t + 64] = t;
  for (int k = 0; k < n; ++k) {
    int from = (k & 1) * 64, to = 64 - from;
    int x = s[from + (t ^ 1)];
    s[to + t] = x;
  }
  out[t] = s[t];
}
