//--blockDim=64 --gridDim=1
// nest of three: the barriers belong to the middle loop
// expect: race at line 11, 13
// expect-repair: repaired; add 2 block; cost 0 -> 200

__global__ void nest(int *out, int n, int m, int l) {
  __shared__ int s[64];
  int t = threadIdx.x, sum = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      s[t] = i * j + t;
      for (int k = 0; k < l; ++k)
        sum += s[(t + k) & 63];
    }
  out[t] = sum;
}
