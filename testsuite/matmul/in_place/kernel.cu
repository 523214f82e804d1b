//--blockDim=[16,16] --gridDim=[4,4]
// the result overwrites an operand that other blocks still read
// expect: race at line 13, 14
// expect-repair: repaired; add grid; cost 0 -> 13

#define N 64

__global__ void matmul(float *a, const float *b) {
  int row = blockIdx.y * 16 + threadIdx.y;
  int col = blockIdx.x * 16 + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < N; ++k)
    sum += a[row * N + k] * b[k * N + col];
  a[row * N + col] = sum;
}
