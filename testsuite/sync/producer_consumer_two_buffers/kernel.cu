//--blockDim=64 --gridDim=1
// two buffers with barriers of their own; the first wait for each is left out, and the last arrival
// expect: verified
// stages: verify

__device__ void sync(int id) { asm volatile("bar.sync %0, 64;" :: "r"(id) : "memory"); }
__device__ void arrive(int id) { asm volatile("bar.arrive %0, 64;" :: "r"(id) : "memory"); }

__global__ void pass(const int *in, int *out, int n) {
  __shared__ int s[2][32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    for (int i = 0; i < n; ++i) {
      int b = i & 1;
      if (i >= 2) sync(3 + b);
      s[b][lane] = in[i * 32 + lane];
      arrive(1 + b);
    }
  } else {
    for (int i = 0; i < n; ++i) {
      int b = i & 1;
      sync(1 + b);
      out[i * 32 + lane] = s[b][31 - lane];
      if (i + 2 < n) arrive(3 + b);
    }
  }
}
