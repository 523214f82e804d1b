//--blockDim=64 --gridDim=1 --branch-weight=0.5
// with conditionals half as dear, a barrier inside the branch is the cheaper one
// expect: race at line 9, 11
// expect-repair: repaired; add block; cost 0 -> 0.5

__global__ void weighted(const int *in, int *out, int flag) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  if (flag)
    out[t] = s[63 - t];
}
