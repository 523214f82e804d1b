//--blockDim=[16,16] --gridDim=[4,4]
// square tiles in shared memory
// expect: verified
// expect-repair: unchanged; cost 20 -> 20

#define T 16
#define N 64

__global__ void matmul(const float *a, const float *b, float *c) {
  __shared__ float as[T][T], bs[T][T];
  int x = threadIdx.x, y = threadIdx.y;
  int row = blockIdx.y * T + y, col = blockIdx.x * T + x;
  float sum = 0;
  for (int m = 0; m < N / T; ++m) {
    as[y][x] = a[row * N + m * T + x];
    bs[y][x] = b[(m * T + y) * N + col];
    __syncthreads();
    for (int k = 0; k < T; ++k)
      sum += as[y][k] * bs[k][x];
    __syncthreads();
  }
  c[row * N + col] = sum;
}
