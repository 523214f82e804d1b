//--blockDim=32 --gridDim=4
// tiles after the diagonal are skipped by the whole block: the barriers stay uniform
// expect: verified
// expect-repair: unchanged; cost 20 -> 20

__global__ void attend(const float *q, const float *k, float *out, int tiles) {
  __shared__ float ks[32];
  int t = threadIdx.x, row = blockIdx.x * 32 + t;
  float acc = 0;
  for (int tile = 0; tile < tiles; ++tile) {
    if (tile > blockIdx.x)
      break;
    ks[t] = k[tile * 32 + t];
    __syncthreads();
    for (int j = 0; j < 32; ++j)
      if (tile * 32 + j <= row)
        acc += q[row] * ks[j];
    __syncthreads();
  }
  out[row] = acc;
}
