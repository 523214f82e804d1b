//--blockDim=32 --gridDim=4
// one query a thread, keys and values stream through shared memory, running maximum
// expect: verified
// expect-repair: unchanged; cost 20 -> 20

#define D 4

__global__ void attend(const float *q, const float *k, const float *v, float *out, int tiles) {
  __shared__ float ks[32][D], vs[32][D];
  int t = threadIdx.x, row = blockIdx.x * 32 + t;
  float m = -1e30f, sum = 0, acc = 0;
  for (int tile = 0; tile < tiles; ++tile) {
    for (int d = 0; d < D; ++d) {
      ks[t][d] = k[(tile * 32 + t) * D + d];
      vs[t][d] = v[(tile * 32 + t) * D + d];
    }
    __syncthreads();
    for (int j = 0; j < 32; ++j) {
      float s = q[row] * ks[j][0];
      float n = fmaxf(m, s);
      float scale = expf(m - n), p = expf(s - n);
      sum = sum * scale + p;
      acc = acc * scale + p * vs[j][0];
      m = n;
    }
    __syncthreads();
  }
  out[row] = acc / sum;
}
