//--blockDim=96 --gridDim=1
// both roles in one loop; producers wait until the last round has been read
// expect: verified

__global__ void pass(const int *in, int *out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    if (t < 64) {
      if (i > 0) asm volatile("bar.sync 2, 96;" ::: "memory");
      s[t] = in[i * 64 + t];
      asm volatile("bar.arrive 1, 96;" ::: "memory");
    } else {
      asm volatile("bar.sync 1, 96;" ::: "memory");
      out[i * 32 + t - 64] = s[127 - t];
      if (i + 1 < n) asm volatile("bar.arrive 2, 96;" ::: "memory");
    }
  }
}
