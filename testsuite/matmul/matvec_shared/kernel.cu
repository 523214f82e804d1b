//--blockDim=64 --gridDim=4
// matrix times vector, the vector through shared memory in pieces
// expect: verified
// expect-repair: unchanged; cost 20 -> 20

#define N 256

__global__ void matvec(const float *m, const float *v, float *out) {
  __shared__ float piece[64];
  int row = blockIdx.x * 64 + threadIdx.x;
  float sum = 0;
  for (int p = 0; p < N; p += 64) {
    piece[threadIdx.x] = v[p + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < 64; ++k)
      sum += m[row * N + p + k] * piece[k];
    __syncthreads();
  }
  out[row] = sum;
}
