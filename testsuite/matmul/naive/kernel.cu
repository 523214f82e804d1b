//--blockDim=[16,16] --gridDim=[4,4]
// one output element a thread, no shared memory
// expect: verified
// expect-repair: unchanged; cost 0 -> 0

#define N 64

__global__ void matmul(const float *a, const float *b, float *c) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < N; ++k)
    sum += a[row * N + k] * b[k * N + col];
  c[row * N + col] = sum;
}
