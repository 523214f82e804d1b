//--blockDim=[16,16] --gridDim=[4,4]
// threads outside of the matrix skip the barriers
// expect: divergence

#define T 16

__global__ void matmul(const float *a, const float *b, float *c, int n) {
  __requires(n > 0 && n <= 64);
  __shared__ float as[T][T], bs[T][T];
  int x = threadIdx.x, y = threadIdx.y;
  int row = blockIdx.y * T + y, col = blockIdx.x * T + x;
  if (row < n && col < n) {
    float sum = 0;
    for (int m = 0; m < n; m += T) {
      as[y][x] = a[row * n + m + x];
      bs[y][x] = b[(m + y) * n + col];
      __syncthreads();
      for (int k = 0; k < T; ++k)
        sum += as[y][k] * bs[k][x];
      __syncthreads();
    }
    c[row * n + col] = sum;
  }
}
