//--blockDim=128 --gridDim=8
// grid-stride accumulation in a register, then a tree
// expect: verified
// expect-repair: unchanged

__global__ void sum(const float *in, float *out, int n) {
  __shared__ float s[128];
  float mine = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    mine += in[i];
  s[threadIdx.x] = mine;
  __syncthreads();
  for (int d = blockDim.x / 2; d > 0; d /= 2) {
    if (threadIdx.x < d)
      s[threadIdx.x] += s[threadIdx.x + d];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = s[0];
}
