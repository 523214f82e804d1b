//--blockDim=128 --gridDim=1
// each half of the block has a barrier of its own
// expect: verified

__global__ void swap(const int *in, int *out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = in[t];
  int half = t / 64;
  asm volatile("bar.sync %0, 64;" :: "r"(half + 1) : "memory");
  out[t] = s[t ^ 63];
}
