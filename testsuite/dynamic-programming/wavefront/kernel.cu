//--blockDim=32 --gridDim=1
// Smith-Waterman: one anti-diagonal after the other in shared memory; thread 0 begins alone, with cells of its own
// expect: verified
// expect-repair: improved; remove block at line 13; cost 11 -> 10

__global__ void align(const char *a, const char *b, int *best) {
  __shared__ int h[33][33];
  int t = threadIdx.x;
  h[t + 1][0] = 0;
  h[0][t + 1] = 0;
  if (t == 0)
    h[0][0] = 0;
  __syncthreads();
  for (int d = 0; d < 63; ++d) {
    int i = t, j = d - t;
    if (j >= 0 && j < 32) {
      int s = a[i] == b[j] ? 2 : -1;
      h[i + 1][j + 1] = max(0, max(h[i][j] + s, max(h[i][j + 1], h[i + 1][j]) - 1));
    }
    __syncthreads();
  }
  best[t] = h[t + 1][32];
}
