//--blockDim=64 --gridDim=1
// split with its own barrier before the writes, the other arm comes first and the read above needs none
// expect: race at line 8, 10; race at line 10, 12
// expect-repair: split-branch block before line 10; cost 0 -> 1

__global__ void other_arm_first(int *s, int *y, int c) {
  int t = threadIdx.x;
  int x = s[t];
  if (t == c)
    s[0] = c;
  else
    y[t] = s[(t + 1) & 63] + x;
}
