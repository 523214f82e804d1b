//--blockDim=96 --gridDim=4
// a block whose size is no power of two: race-free, though it forgets a value
// expect: verified
// expect-repair: unchanged

__global__ void reduceOdd(const int *in, int *out) {
  __shared__ int s[96];
  unsigned t = threadIdx.x;
  s[t] = in[blockIdx.x * 96 + t];
  __syncthreads();
  for (unsigned d = 48; d > 0; d >>= 1) {
    if (t < d)
      s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = s[0];
}
