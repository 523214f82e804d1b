//--blockDim=64 --gridDim=4
// the tile is loaded again while others still sum up
// expect: race at line 11, 14
// expect-repair: repaired; add block; cost 10 -> 20

__global__ void potential(const float *x, float *out) {
  __shared__ float tile[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 4; ++k) {
    tile[threadIdx.x] = x[k * 64 + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum += 1 / (fabsf(x[i] - tile[j]) + 0.1f);
  }
  out[i] = sum;
}
