//--blockDim=64 --gridDim=1
// both arms of a uniform branch race with what is before it: one barrier in front of the branch
// expect: race
// expect-repair: repaired; add block; cost 0 -> 1

__global__ void both(const int *in, int *out, int flag) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  if (flag)
    out[t] = s[63 - t];
  else
    out[t] = s[t ^ 1];
}
