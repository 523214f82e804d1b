//--blockDim=64 --gridDim=4
// expect: race
// stages: verify
// Racy twin of packed_triangle: rows start at i*(i-1)/2, one element early for their length, so row
// i ends where row i+1 begins.
__global__ void pack(float *half, const float *full, int n) {
  __requires(n == 200);
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    for (int j = 0; j <= i; ++j)
      half[i * (i - 1) / 2 + j] = full[i * n + j];
}
