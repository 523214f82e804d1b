//--blockDim=128 --gridDim=8
// the first addition happens while loading
// expect: verified
// expect-repair: unchanged

__global__ void reduceAddOnLoad(const int *in, int *out, unsigned n) {
  extern __shared__ int s[];
  unsigned t = threadIdx.x;
  unsigned i = blockIdx.x * (blockDim.x * 2) + threadIdx.x;
  int sum = i < n ? in[i] : 0;
  if (i + blockDim.x < n)
    sum += in[i + blockDim.x];
  s[t] = sum;
  __syncthreads();
  for (unsigned d = blockDim.x / 2; d > 0; d >>= 1) {
    if (t < d)
      s[t] = sum = sum + s[t + d];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = sum;
}
