//--blockDim=[8,8] --gridDim=[4,4]
// the next tile is loaded into the other buffer while this one is used
// expect: verified
// expect-repair: unchanged; cost 11 -> 11

#define T 8
#define N 32

__global__ void matmul(const float *a, const float *b, float *c) {
  __shared__ float as[2][T][T], bs[2][T][T];
  int x = threadIdx.x, y = threadIdx.y;
  int row = blockIdx.y * T + y, col = blockIdx.x * T + x;
  float sum = 0;
  as[0][y][x] = a[row * N + x];
  bs[0][y][x] = b[y * N + col];
  __syncthreads();
  for (int m = 0; m < N / T; ++m) {
    int now = m & 1;
    if (m + 1 < N / T) {
      as[1 - now][y][x] = a[row * N + (m + 1) * T + x];
      bs[1 - now][y][x] = b[((m + 1) * T + y) * N + col];
    }
    for (int k = 0; k < T; ++k)
      sum += as[now][y][k] * bs[now][k][x];
    __syncthreads();
  }
  c[row * N + col] = sum;
}
