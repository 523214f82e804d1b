//--blockDim=64 --gridDim=2
// three buffers, each with a named barrier that says that it is full and one that it is empty; the
// last ones are given back to nobody
// expect: verified

__device__ void sync(int id) { asm volatile("bar.sync %0, 64;" ::"r"(id) : "memory"); }
__device__ void arrive(int id) { asm volatile("bar.arrive %0, 64;" ::"r"(id) : "memory"); }

__global__ void pass(const int *in, int *out, int) {
  __shared__ int s[3][32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    for (int i = 0; i < 40; ++i) {
      int b = i % 3;
      if (i >= 3) sync(4 + b);
      s[b][lane] = in[i * 32 + lane];
      arrive(1 + b);
    }
  } else {
    int sum = 0;
    for (int i = 0; i < 40; ++i) {
      int b = i % 3;
      sync(1 + b);
      sum += s[b][31 - lane];
      if (i + 3 < 40) arrive(4 + b);
    }
    out[blockIdx.x * 32 + lane] = sum;
  }
}
