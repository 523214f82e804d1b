//--blockDim=64 --gridDim=1
// the arm that returns early and what follows it hand on to each other
// expect: race
// expect-repair: repaired; split-branch 1 block before line 11; cost 0 -> 1

__global__ void early(const int *a, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t >= 32) {
    s[t] = a[t];
    out[t] = s[t - 32];
    return;
  }
  s[t] = a[t];
  out[t] = s[t + 32];
}
