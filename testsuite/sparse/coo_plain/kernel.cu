//--blockDim=128 --gridDim=8
// coordinate format without atomics
// expect: race at line 9
// expect-repair: repaired; atomic device at line 9

__global__ void spmv(const int *row, const int *column, const float *value, const float *x,
                     float *y) {
  int k = blockIdx.x * 128 + threadIdx.x;
  y[row[k]] = y[row[k]] + value[k] * x[column[k]] + k;
}
