//--blockDim=64 --gridDim=1
// the second round does not wait until the buffer is free
// expect: race; synchronization
// stages: verify

__global__ void pass(const int *in, int *out, int n) {
  __shared__ int s[32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    for (int i = 0; i < n; ++i) {
      if (i > 1) asm volatile("bar.sync 2, 64;" ::: "memory");
      s[lane] = in[i * 32 + lane];
      asm volatile("bar.arrive 1, 64;" ::: "memory");
    }
  } else {
    for (int i = 0; i < n; ++i) {
      asm volatile("bar.sync 1, 64;" ::: "memory");
      out[i * 32 + lane] = s[31 - lane];
      if (i < n - 1) asm volatile("bar.arrive 2, 64;" ::: "memory");
    }
  }
}
