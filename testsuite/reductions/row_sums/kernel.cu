//--blockDim=[32,4] --gridDim=8
// one row of a two-dimensional block reduces one row of the matrix
// expect: verified
// expect-repair: improved; weaken warp at line 11

__global__ void rowSums(const float *m, float *out) {
  __shared__ float s[4][32];
  int row = blockIdx.x * 4 + threadIdx.y;
  s[threadIdx.y][threadIdx.x] = m[row * 32 + threadIdx.x];
  for (int d = 16; d > 0; d /= 2) {
    __syncthreads();
    if (threadIdx.x < d)
      s[threadIdx.y][threadIdx.x] += s[threadIdx.y][threadIdx.x + d];
  }
  if (threadIdx.x == 0)
    out[row] = s[threadIdx.y][0];
}
