//--blockDim=[16,16] --gridDim=[2,2]
// the block's column offset is forgotten: blocks write the same elements
// expect: race at line 12

#define N 32

__global__ void matmul(const float *a, const float *b, float *c) {
  int row = blockIdx.y * 16 + threadIdx.y, col = threadIdx.x;
  float sum = blockIdx.x;
  for (int k = 0; k < N; ++k)
    sum += a[row * N + k] * b[k * N + col];
  c[row * N + col] = sum;
}
