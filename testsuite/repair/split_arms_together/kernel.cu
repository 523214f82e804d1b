//--blockDim=96 --gridDim=1
// each arm hands on to the next one: one barrier between all writes and all reads
// expect: race
// expect-repair: repaired; split-branch 1 block before line 12; cost 0 -> 1

__global__ void rotate3(const int *a, int *out) {
  __shared__ int s[96];
  int t = threadIdx.x;
  int x;
  if (t < 32) {
    s[t] = a[t];
    x = s[t + 32];
  } else if (t < 64) {
    s[t] = 2 * a[t];
    x = s[t + 32];
  } else {
    s[t] = 3 * a[t];
    x = s[t - 64];
  }
  out[t] = x;
}
