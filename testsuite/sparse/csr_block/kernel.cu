//--blockDim=64 --gridDim=16
// one block a row, the loop over its elements depends on the thread, the barriers do not
// expect: verified
// expect-repair: improved; weaken warp at line 18

__global__ void spmv(const int *start, const int *column, const float *value, const float *x,
                     float *y) {
  __shared__ float s[64];
  int row = blockIdx.x;
  float sum = 0;
  for (int k = start[row] + threadIdx.x; k < start[row + 1]; k += 64)
    sum += value[k] * x[column[k]];
  s[threadIdx.x] = sum;
  __syncthreads();
  for (int d = 32; d > 0; d /= 2) {
    if (threadIdx.x < d)
      s[threadIdx.x] += s[threadIdx.x + d];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    y[row] = s[0];
}
