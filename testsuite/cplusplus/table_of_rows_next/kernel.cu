//--blockDim=64 --gridDim=16
// a block reads the matrix that the next one writes
// expect: race at line 7

__global__ void shift(float *const *matrix, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    matrix[blockIdx.x][i] = matrix[blockIdx.x + 1][i];
}
