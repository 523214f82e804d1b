//--blockDim=32 --gridDim=4
// the next tile overwrites keys that are still in use
// expect: race at line 11, 14
// expect-repair: repaired; add block; cost 10 -> 20

__global__ void attend(const float *q, const float *k, float *out, int tiles) {
  __shared__ float ks[32];
  int t = threadIdx.x, row = blockIdx.x * 32 + t;
  float acc = 0;
  for (int tile = 0; tile < tiles; ++tile) {
    ks[t] = k[tile * 32 + t];
    __syncthreads();
    for (int j = 0; j < 32; ++j)
      acc += q[row] * ks[j];
  }
  out[row] = acc;
}
