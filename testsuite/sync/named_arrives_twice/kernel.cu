//--blockDim=96 --gridDim=1
// a producer may be rounds ahead of the other one: its arrivals fill the phase in that one's place
// expect: synchronization

__global__ void pass(const int *in, int *cells, int *out, int n) {
  int t = threadIdx.x;
  if (t < 64) {
    for (int i = 0; i < n; ++i) {
      cells[i * 64 + t] = in[i * 64 + t];
      asm volatile("bar.arrive 1, 96;" ::: "memory");
    }
  } else {
    for (int i = 0; i < n; ++i) {
      asm volatile("bar.sync 1, 96;" ::: "memory");
      out[i * 32 + t - 64] = cells[i * 64 + 127 - t];
    }
  }
}
