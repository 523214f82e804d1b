//--blockDim=64 --gridDim=16
// stream compaction of one tile after the other; the flags stand in one array, their sums in two
// expect: verified
// stages: verify
__global__ void compact(const int *in, int *out, int n) {
  __shared__ int sum[2][64];
  int t = threadIdx.x;
  for (int tile = blockIdx.x; tile * 64 < n; tile += gridDim.x) {
    int v = 0, keep = 0;
    if (tile * 64 + t < n) {
      v = in[tile * 64 + t];
      keep = v != 0;
    }
    int from = 0;
    sum[0][t] = keep;
    __syncthreads();
    for (int d = 1; d < 64; d <<= 1) {
      int to = 1 - from;
      sum[to][t] = t >= d ? sum[from][t] + sum[from][t - d] : sum[from][t];
      from = to;
      __syncthreads();
    }
    if (keep) out[tile * 64 + sum[from][t] - 1] = v;
    __syncthreads();
  }
}
