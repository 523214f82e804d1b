//--blockDim=64 --gridDim=16
// barrier in the loop over a row whose length differs between threads
// expect: divergence at line 11

__global__ void spmv(const int *start, const float *value, float *y) {
  __shared__ float s[64];
  int row = blockIdx.x * 64 + threadIdx.x;
  s[threadIdx.x] = 0;
  for (int k = start[row]; k < start[row + 1]; ++k) {
    s[threadIdx.x] += value[k];
    __syncthreads();
  }
  y[row] = s[threadIdx.x];
}
