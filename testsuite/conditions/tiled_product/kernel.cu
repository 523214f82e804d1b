//--gridDim=[*,*]
// sufficient: blockDim.x <= 16 && blockDim.y <= 16
// stages: verify
// A product of any matrices by tiles of 16: races break into pieces along M, N and K, the condition does not.
__global__ void tiled_product(const float *A, const float *B, float *C, int M, int N, int K) {
  __shared__ float As[16][16], Bs[16][16];
  int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
  float acc = 0;
  for (int t = 0; t < (K + 15) / 16; t++) {
    As[threadIdx.y][threadIdx.x] = row < M && t * 16 + threadIdx.x < K ? A[row * K + t * 16 + threadIdx.x] : 0;
    Bs[threadIdx.y][threadIdx.x] = col < N && t * 16 + threadIdx.y < K ? B[(t * 16 + threadIdx.y) * N + col] : 0;
    __syncthreads();
    for (int k = 0; k < 16; k++) acc += As[threadIdx.y][k] * Bs[k][threadIdx.x];
    __syncthreads();
  }
  if (row < M && col < N) C[row * N + col] = acc;
}
