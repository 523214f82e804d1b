//--blockDim=[16,16] --gridDim=[2,2]
// a sum of any number of rounds is not expressed; that it is even is, with an invariant
// expect: verified

__global__ void multiply(int *c, const int *a, const int *b, int n) {
  __ensures(__forall(i, 0, 32 * 32, (c[i] & 1) == 0));
  int x = blockIdx.x * 16 + threadIdx.x;
  int y = blockIdx.y * 16 + threadIdx.y;
  int sum = 0;
  for (int k = 0; __invariant((sum & 1) == 0), k < n; ++k)
    sum += 2 * a[y * 32 + k] * b[k * 32 + x];
  c[y * 32 + x] = sum;
}
