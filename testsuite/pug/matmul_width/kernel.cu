//--blockDim=[8,8] --gridDim=[2,2]
// product of matrices whose width is given by a precondition
// expect: verified

__global__ void matmul(const float *a, const float *b, float *c, int width) {
  __requires(width == 16);
  int row = blockIdx.y * 8 + threadIdx.y, col = blockIdx.x * 8 + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < width; ++k)
    sum += a[row * width + k] * b[k * width + col];
  c[row * width + col] = sum;
}
