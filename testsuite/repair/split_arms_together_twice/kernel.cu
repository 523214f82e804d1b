//--blockDim=64 --gridDim=1
// one arm behind the other would take one barrier less, and read what nobody has written
// expect: race
// expect-repair: repaired; split-branch 2 block; cost 0 -> 2

__global__ void phases(const int *a, int *out) {
  __shared__ int s[64], r[64];
  int t = threadIdx.x;
  if (t < 32) {
    s[t] = a[t];
    r[t] = s[t + 32];
    out[t] = r[t + 32];
  } else {
    s[t] = a[t];
    r[t] = s[t - 32];
    out[t] = r[t - 32];
  }
}
