//--blockDim=128 --gridDim=1
// the cell of the other half's thread is read, which meets at another barrier
// expect: race at line 8, 11

__global__ void swap(const int *in, int *out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = in[t];
  int half = t / 64;
  asm volatile("bar.sync %0, 64;" :: "r"(half + 1) : "memory");
  out[t] = s[127 - t];
}
