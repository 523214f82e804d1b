//--blockDim=128 --gridDim=8
// block sums are added up without an atomic: the blocks race
// expect: race at line 17
// expect-repair: repaired; atomic device at line 17

__global__ void sumPlain(const int *in, int *total) {
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
    *total += s[0];
}
