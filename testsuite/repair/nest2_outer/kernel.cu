//--blockDim=64 --gridDim=1
// nest of two: the inner loop only reads, the outer one writes
// expect: race at line 10, 12
// expect-repair: repaired; add 2 block; cost 0 -> 20

__global__ void nest(int *out, int n, int m) {
  __shared__ int s[64];
  int t = threadIdx.x, sum = 0;
  for (int i = 0; i < n; ++i) {
    s[t] = i * t;
    for (int j = 0; j < m; ++j)
      sum += s[(t + j) & 63];
  }
  out[t] = sum;
}
