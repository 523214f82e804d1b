//--blockDim=64 --gridDim=1
// nest of three: the two inner loops only read
// expect: race at line 10, 13
// expect-repair: repaired; add 2 block; cost 0 -> 20

__global__ void nest(int *out, int n, int m, int l) {
  __shared__ int s[64];
  int t = threadIdx.x, sum = 0;
  for (int i = 0; i < n; ++i) {
    s[t] = i * t;
    for (int j = 0; j < m; ++j)
      for (int k = 0; k < l; ++k)
        sum += s[(t + k + j) & 63];
  }
  out[t] = sum;
}
