//--blockDim=96 --gridDim=1
// the same, with both roles in one loop
// expect: synchronization
// stages: verify

__global__ void pass(const int *in, int *cells, int *out, int n) {
  int t = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    if (t < 64) {
      cells[i * 64 + t] = in[i * 64 + t];
      asm volatile("bar.arrive 1, 96;" ::: "memory");
    } else {
      asm volatile("bar.sync 1, 96;" ::: "memory");
      out[i * 32 + t - 64] = cells[i * 64 + 127 - t];
    }
  }
}
