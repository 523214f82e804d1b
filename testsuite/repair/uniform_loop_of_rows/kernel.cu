//--blockDim=64 --gridDim=4
// rows of different lengths: what the header of the loop reads is only there for threads that have a row
// expect: divergence at line 14; race at line 12, 15
// expect-repair: uniform-loop block at line 14; cost 10 -> 10

__global__ void smooth_rows(const int *first, const float *values, float *out, int rows) {
  __shared__ float stage[64];
  const int row = blockIdx.x * 64 + threadIdx.x;
  if (row < rows) {
    float sum = 0;
    for (int i = first[row]; i < first[row + 1]; i++) {
      stage[threadIdx.x] = values[i];
      // neighbours are read
      __syncthreads();
      sum += stage[63 - threadIdx.x];
    }
    out[row] = sum;
  }
}
