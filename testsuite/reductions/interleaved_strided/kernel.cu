//--blockDim=128 --gridDim=16
// tree reduction, interleaved addressing with a strided index
// expect: verified
// expect-repair: unchanged

__global__ void reduceStrided(const int *in, int *out) {
  __shared__ int s[128];
  unsigned t = threadIdx.x;
  s[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (unsigned d = 1; d < blockDim.x; d *= 2) {
    unsigned i = 2 * d * t;
    if (i < blockDim.x)
      s[i] += s[i + d];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = s[0];
}
