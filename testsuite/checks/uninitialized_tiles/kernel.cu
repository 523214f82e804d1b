//--blockDim=[16,16] --gridDim=[2,2] --check=default,uninitialized
// each round fills the tiles before it reads them, however many rounds there are
// expect: verified

__global__ void product(const float *a, const float *b, float *c, int n) {
  __shared__ float s[16][16], t[16][16];
  int x = threadIdx.x, y = threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    s[y][x] = a[(k * 16 + y) * 16 + x];
    t[y][x] = b[(k * 16 + y) * 16 + x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += s[y][i] * t[i][x];
    __syncthreads();
  }
  c[((blockIdx.y * 16 + y) * 2 + blockIdx.x) * 16 + x] = sum;
}
