//--blockDim=32 --gridDim=1
// anti-diagonals without a barrier between them
// expect: race
// expect-repair: repaired; add block; remove block at line 11; cost 1 -> 10

__global__ void align(const char *a, const char *b, int *best) {
  __shared__ int h[33][33];
  int t = threadIdx.x;
  h[t + 1][0] = 0;
  h[0][t + 1] = 0;
  __syncthreads();
  for (int d = 0; d < 63; ++d) {
    int j = d - t;
    if (j >= 0 && j < 32)
      h[t + 1][j + 1] = max(h[t][j] + (a[t] == b[j]), max(h[t][j + 1], h[t + 1][j]));
  }
  best[t] = h[t + 1][32];
}
