//--blockDim=64 --gridDim=1
// the producer does not wait until the buffer has been emptied, and may arrive twice in one round
// expect: race; synchronization

__device__ void sync(int id) { asm volatile("bar.sync %0, 64;" :: "r"(id) : "memory"); }
__device__ void arrive(int id) { asm volatile("bar.arrive %0, 64;" :: "r"(id) : "memory"); }

__global__ void pass(const int *in, int *out, int n) {
  __shared__ int s[32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    for (int i = 0; i < n; ++i) {
      s[lane] = in[i * 32 + lane];
      arrive(1);
    }
  } else {
    for (int i = 0; i < n; ++i) {
      sync(1);
      out[i * 32 + lane] = s[31 - lane];
    }
  }
}
