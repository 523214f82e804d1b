//--blockDim=64 --gridDim=1
// each warp waits first for what the other one does after that, in a loop of its own
// expect: confirmed divergence

__global__ void pass(const int *in, int *out, int n) {
  __shared__ int s[32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    for (int i = 0; i < n; ++i) {
      asm volatile("bar.sync 2, 64;" ::: "memory");
      s[lane] = in[i * 32 + lane];
      asm volatile("bar.arrive 1, 64;" ::: "memory");
    }
  } else {
    for (int i = 0; i < n; ++i) {
      asm volatile("bar.sync 1, 64;" ::: "memory");
      out[i * 32 + lane] = s[31 - lane];
      asm volatile("bar.arrive 2, 64;" ::: "memory");
    }
  }
}
