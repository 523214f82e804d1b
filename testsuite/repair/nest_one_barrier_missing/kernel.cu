//--blockDim=64 --gridDim=1
// nest of two: one of the two barriers is there
// expect: race at line 10, 13
// expect-repair: repaired; add block; cost 10 -> 20

__global__ void nest(int *out, int n, int m) {
  __shared__ int s[64];
  int t = threadIdx.x, sum = 0;
  for (int i = 0; i < n; ++i) {
    s[t] = i * t;
    __syncthreads();
    for (int j = 0; j < m; ++j)
      sum += s[(t + j) & 63];
  }
  out[t] = sum;
}
