//--blockDim=128 --gridDim=1
// one row only: what others read is overwritten
// expect: race at line 15, 16
// expect-repair: repaired; add block; cost 11 -> 21

__global__ void knapsack(const int *weight, const int *value, int *out, int items) {
  __shared__ int row[128];
  int c = threadIdx.x;
  row[c] = 0;
  __syncthreads();
  for (int i = 0; i < items; ++i) {
    int w = weight[i] & 127;
    int best = row[c];
    if (w <= c)
      best = max(best, row[c - w] + value[i]);
    row[c] = best;
    __syncthreads();
  }
  out[c] = row[c];
}
