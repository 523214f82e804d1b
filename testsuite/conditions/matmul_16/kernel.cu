//--gridDim=[1,1]
// condition: blockDim.x <= 16 || blockDim.y == 1
// stages: verify
// a product by tiles of 16, one block
__global__ void matmul_16(const float *m, const float *n, float *p) {
  __shared__ float a[16][16], b[16][16];
  float sum = 0;
  for (int k = 0; k < 64; k += 16) {
    a[threadIdx.y][threadIdx.x] = m[threadIdx.y * 64 + k + threadIdx.x];
    b[threadIdx.y][threadIdx.x] = n[(k + threadIdx.y) * 64 + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 16; ++j) sum += a[threadIdx.y][j] * b[j][threadIdx.x];
    __syncthreads();
  }
  p[threadIdx.y * 64 + threadIdx.x] = sum;
}
