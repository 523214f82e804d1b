//--blockDim=[4,8] --gridDim=[*,*]
// sufficient: N >= 16 * gridDim.x
// stages: verify
// Each thread stores two rows of a vector, as products of matrices do: the rows have to hold all
// tiles. What is stored comes from a loop, so that runs need numbers that floats multiply to
// something, and only one of the sizes may be another than the counterexample's.
__global__ void product(const float *a, const float *b, float *c, int N, int K) {
  __shared__ float as[8][16], bs[8][16];
  int x = threadIdx.x, y = threadIdx.y;
  float r[2][4] = {};
  for (int k = 0; k < K; k += 8) {
    *(float4 *)&as[y][x * 4] = *(const float4 *)&a[((blockIdx.y * 8 + y) * K + k) * 4 + x * 4];
    *(float4 *)&bs[y][x * 4] = *(const float4 *)&b[(k + y) * N + blockIdx.x * 16 + x * 4];
    __syncthreads();
    for (int i = 0; i < 8; ++i)
      for (int m = 0; m < 2; ++m)
        for (int n = 0; n < 4; ++n) r[m][n] += as[i][y * 2 + m] * bs[i][x * 4 + n];
    __syncthreads();
  }
  for (int m = 0; m < 2; ++m)
    *(float4 *)&c[(blockIdx.y * 16 + y * 2 + m) * N + blockIdx.x * 16 + x * 4] = *(float4 *)r[m];
}
