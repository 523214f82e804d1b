//--blockDim=64 --gridDim=1
// the other arm begins with a loop, before which the barrier goes
// expect: race at line 12, 15
// expect-repair: split-branch block before line 14; remove block at line 10

__global__ void accumulate(int *v, const int *h, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  if (t < 32) {
    s[t] = h[t];
  } else {
    for (int i = 0; i < n; ++i) {
      v[t] += s[t - 32] * i;
    }
  }
}
