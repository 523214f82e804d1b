//--blockDim=128 --gridDim=1
// rows of the table alternate between two buffers
// expect: verified
// expect-repair: unchanged; cost 11 -> 11

__global__ void knapsack(const int *weight, const int *value, int *out, int items) {
  __shared__ int row[2][128];
  int c = threadIdx.x;
  row[0][c] = 0;
  __syncthreads();
  for (int i = 0; i < items; ++i) {
    int w = weight[i];
    int best = row[i & 1][c];
    if (w >= 0 && w <= c)
      best = max(best, row[i & 1][c - w] + value[i]);
    row[(i + 1) & 1][c] = best;
    __syncthreads();
  }
  out[c] = row[items & 1][c];
}
