//--blockDim=64 --gridDim=1
// the barrier of one arm becomes that of both
// expect: divergence
// expect-repair: repaired; split-branch 1 block at line 12; cost 1 -> 1

__global__ void existing(const int *a, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 32) {
    s[t] = a[t];
    // wait for the other half
    __syncthreads();
    out[t] = s[t + 32];
  } else {
    s[t] = a[t];
    out[t] = s[t - 32];
  }
}
