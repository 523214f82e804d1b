//--blockDim=32 --gridDim=2
// n-body tile, both barriers needed
// expect: verified
// expect-repair: unchanged; cost 20 -> 20

__global__ void pull(const float *x, float *f, int bodies) {
  __shared__ float tile[32];
  unsigned t = threadIdx.x;
  float me = x[blockIdx.x * 32 + t], sum = 0;
  for (int b = 0; b < bodies; b += 32) {
    tile[t] = x[b + t];
    __syncthreads();
    for (unsigned j = 0; j < 32; ++j)
      sum += tile[j] - me;
    __syncthreads();
  }
  f[blockIdx.x * 32 + t] = sum;
}
