//--blockDim=64 --gridDim=1
// trip counts differ between threads, without a barrier inside
// expect: verified
// expect-repair: unchanged; cost 1 -> 1

__global__ void triangle(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x, sum = 0;
  for (int k = 0; k <= t; ++k)
    sum += in[k];
  s[t] = sum;
  __syncthreads();
  for (int k = t; k < 64; ++k)
    sum += s[k];
  out[t] = sum;
}
