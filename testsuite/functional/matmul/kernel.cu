//--blockDim=[16,16] --gridDim=[2,2]
// each element is a sum over a loop of two rounds, which is unrolled
// expect: verified

__global__ void multiply(int *c, const int *a, const int *b) {
  __ensures(__forall(i, 0, 32 * 32, c[i] == a[i / 32 * 32] * b[i % 32] + a[i / 32 * 32 + 1] * b[32 + i % 32]));
  int x = blockIdx.x * 16 + threadIdx.x;
  int y = blockIdx.y * 16 + threadIdx.y;
  int sum = 0;
  for (int k = 0; k < 2; ++k)
    sum += a[y * 32 + k] * b[k * 32 + x];
  c[y * 32 + x] = sum;
}
