//--blockDim=64 --gridDim=4 --double-buffer
// no barrier at all: one copy takes two, two copies take one
// expect: race at line 11, 14
// expect-repair: repaired; double-buffer block at line 10; add block before-loop line 13; cost 0 -> 10

__global__ void sums(float *out, const float *in, int n) {
  __requires(n >= 0 && n < 100);
  __shared__ float tile[64];
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    tile[threadIdx.x] = in[k * 64 + threadIdx.x];
    // all of them
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
  }
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}
