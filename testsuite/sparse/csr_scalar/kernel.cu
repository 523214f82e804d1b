//--blockDim=128 --gridDim=8
// one thread a row
// expect: verified
// expect-repair: unchanged; cost 0 -> 0

__global__ void spmv(const int *start, const int *column, const float *value, const float *x,
                     float *y, int rows) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) {
    float sum = 0;
    for (int k = start[row]; k < start[row + 1]; ++k)
      sum += value[k] * x[column[k]];
    y[row] = sum;
  }
}
