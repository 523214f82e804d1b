//--blockDim=[16,16] --gridDim=[4,4] --double-buffer
// a tiled product: with two copies of both tiles the barrier after the products may go
// expect: verified
// expect-repair: improved; double-buffer block at line 13; remove block at line 19; cost 20 -> 10

#define T 16
__global__ void multiply(float *c, const float *a, const float *b, int n) {
  __requires(n == 64);
  __shared__ float as[T][T];
  __shared__ float bs[T][T + 1];
  int row = blockIdx.y * T + threadIdx.y, column = blockIdx.x * T + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += T) {
    as[threadIdx.y][threadIdx.x] = a[row * n + k + threadIdx.x];
    bs[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + column];
    __syncthreads();
    for (int i = 0; i < T; ++i)
      sum += as[threadIdx.y][i] * bs[i][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}
