//--blockDim=128 --gridDim=8
// one warp a row, partial sums in shared memory added by the first lane
// expect: verified
// expect-repair: improved; weaken warp at line 14; cost 1 -> 0.25

__global__ void spmv(const int *start, const int *column, const float *value, const float *x,
                     float *y) {
  __shared__ float s[128];
  int t = threadIdx.x, lane = t & 31, row = blockIdx.x * 4 + t / 32;
  float sum = 0;
  for (int k = start[row] + lane; k < start[row + 1]; k += 32)
    sum += value[k] * x[column[k]];
  s[t] = sum;
  __syncthreads();
  if (lane == 0) {
    for (int k = 1; k < 32; ++k)
      sum += s[t + k];
    y[row] = sum;
  }
}
