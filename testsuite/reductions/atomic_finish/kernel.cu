//--blockDim=128 --gridDim=8
// block sums are added up by an atomic
// expect: verified
// expect-repair: unchanged

__global__ void sumAtomic(const int *in, int *total) {
  __shared__ int s[128];
  unsigned t = threadIdx.x;
  s[t] = in[blockIdx.x * 128 + t];
  __syncthreads();
  for (unsigned d = 64; d > 0; d >>= 1) {
    if (t < d)
      s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0)
    atomicAdd(total, s[0]);
}
