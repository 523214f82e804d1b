//--blockDim=64 --gridDim=1
// nest of two: only the use after both loops races
// expect: race at line 13
// expect-repair: repaired; add block; cost 0 -> 1

__global__ void nest(int *out, int n, int m) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      s[t] += i ^ j;
  out[t] = s[63 - t];
}
