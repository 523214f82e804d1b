//--blockDim=[8,8] --gridDim=[4,4,4]
// several blocks add up parts of one element without atomics
// expect: race at line 13
// expect-repair: repaired; atomic device at line 13

#define N 32

__global__ void matmul(const float *a, const float *b, float *c) {
  int row = blockIdx.y * 8 + threadIdx.y, col = blockIdx.x * 8 + threadIdx.x;
  float sum = 0;
  for (int k = blockIdx.z * 8; k < blockIdx.z * 8 + 8; ++k)
    sum += a[row * N + k] * b[k * N + col];
  c[row * N + col] += sum;
}
