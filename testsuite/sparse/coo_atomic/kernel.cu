//--blockDim=128 --gridDim=8
// coordinate format with atomics
// expect: verified
// expect-repair: unchanged

__global__ void spmv(const int *row, const int *column, const float *value, const float *x,
                     float *y) {
  int k = blockIdx.x * 128 + threadIdx.x;
  atomicAdd(&y[row[k]], value[k] * x[column[k]]);
}
