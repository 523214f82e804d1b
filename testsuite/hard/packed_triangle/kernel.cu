//--blockDim=64 --gridDim=4
// expect: verified
// stages: verify
// Packed triangular storage, i*(i+1)/2 + j with j <= i: injective by a quadratic inequality; no
// closed-form trick of radices applies.
__global__ void pack(float *half, const float *full, int n) {
  __requires(n == 200);
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    for (int j = 0; j <= i; ++j)
      half[i * (i + 1) / 2 + j] = full[i * n + j];
}
