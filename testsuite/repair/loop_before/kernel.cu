//--blockDim=64 --gridDim=1
// the race starts before the loop and ends in it: the barrier stays outside
// expect: race at line 9, 12
// expect-repair: repaired; add block; cost 0 -> 1

__global__ void before(const int *in, int *out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  int sum = 0;
  for (int k = 0; k < n; ++k)
    sum += s[(t + k) & 63];
  out[t] = sum;
}
