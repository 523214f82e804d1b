//--blockDim=64 --gridDim=2
// two buffers with named barriers: one is given back before it has been read
// expect: confirmed race

__device__ void sync(int id) { asm volatile("bar.sync %0, 64;" ::"r"(id) : "memory"); }
__device__ void arrive(int id) { asm volatile("bar.arrive %0, 64;" ::"r"(id) : "memory"); }

__global__ void pass(const int *in, int *out, int n) {
  __shared__ int s[2][32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    for (int i = 0; i < n; ++i) {
      int b = i % 2;
      if (i >= 2) sync(3 + b);
      s[b][lane] = in[i * 32 + lane];
      arrive(1 + b);
    }
  } else {
    int sum = 0;
    for (int i = 0; i < n; ++i) {
      int b = i % 2;
      sync(1 + b);
      if (i + 2 < n) arrive(3 + b);
      sum += s[b][31 - lane];
    }
    out[blockIdx.x * 32 + lane] = sum;
  }
}
