//--blockDim=64 --gridDim=1
// the race starts before a thread-dependent branch and ends in it
// expect: race at line 9, 11
// expect-repair: repaired; add warp; cost 0 -> 0.25

__global__ void before(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  if (t % 2 == 0)
    out[t] = s[t + 1];
}
