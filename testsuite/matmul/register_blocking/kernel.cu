//--blockDim=[8,8] --gridDim=[4,4]
// each thread computes two by two elements
// expect: verified
// expect-repair: unchanged; cost 20 -> 20

#define T 16
#define N 64

__global__ void matmul(const float *a, const float *b, float *c) {
  __shared__ float as[T][T], bs[T][T];
  int x = threadIdx.x, y = threadIdx.y;
  int row = blockIdx.y * T, col = blockIdx.x * T;
  float sum[2][2] = {{0, 0}, {0, 0}};
  for (int m = 0; m < N; m += T) {
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j) {
        as[y + 8 * i][x + 8 * j] = a[(row + y + 8 * i) * N + m + x + 8 * j];
        bs[y + 8 * i][x + 8 * j] = b[(m + y + 8 * i) * N + col + x + 8 * j];
      }
    __syncthreads();
    for (int k = 0; k < T; ++k)
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
          sum[i][j] += as[y + 8 * i][k] * bs[k][x + 8 * j];
    __syncthreads();
  }
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      c[(row + y + 8 * i) * N + col + x + 8 * j] = sum[i][j];
}
