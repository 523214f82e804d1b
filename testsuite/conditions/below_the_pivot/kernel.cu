//--blockDim=[16,16] --gridDim=[*,*]
// sufficient: 1
// stages: verify
// What is left of a matrix below row k, by rows and columns: products are too much for all pairs of accesses together,
// and not for each.
__global__ void below_the_pivot(float *factors, float *a, int n, int k) {
  __requires(0 <= k);
  __requires(k <= n);
  if (blockIdx.x * blockDim.x + threadIdx.x >= n - 1 - k) return;
  if (blockIdx.y * blockDim.y + threadIdx.y >= n - k) return;
  int row = blockIdx.x * blockDim.x + threadIdx.x + 1 + k;
  int column = blockIdx.y * blockDim.y + threadIdx.y + k;
  a[n * row + column] -= factors[n * row + k] * a[n * k + column];
}
