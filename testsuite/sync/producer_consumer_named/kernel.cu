//--blockDim=64 --gridDim=1
// the first warp fills a buffer and announces it, the second waits for it, empties it and says so
// expect: verified

__device__ void sync(int id) { asm volatile("bar.sync %0, 64;" :: "r"(id) : "memory"); }
__device__ void arrive(int id) { asm volatile("bar.arrive %0, 64;" :: "r"(id) : "memory"); }

__global__ void pass(const int *in, int *out, int n) {
  __shared__ int s[32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    for (int i = 0; i < n; ++i) {
      sync(2);
      s[lane] = in[i * 32 + lane];
      arrive(1);
    }
    sync(2);
  } else {
    arrive(2);
    for (int i = 0; i < n; ++i) {
      sync(1);
      out[i * 32 + lane] = s[31 - lane];
      arrive(2);
    }
  }
}
