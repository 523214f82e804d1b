//--blockDim=64 --gridDim=1
// no place lies between two accesses of one array: places are found before the accesses that meet
// expect: race
// expect-repair: repaired; split-branch 1 block before line 11; cost 0 -> 1

__global__ void two_arrays(const int *a, const int *b, int *out) {
  __shared__ int left[32], right[32];
  int t = threadIdx.x;
  if (t < 32) {
    left[t] = a[t];
    out[t] = right[t];
  } else {
    right[t - 32] = b[t - 32];
    out[t] = left[t - 32];
  }
}
