//--blockDim=64 --gridDim=1
// who only arrives goes on at once, and reads what may not have been written
// expect: race at line 8, 13

__global__ void swap(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  if (t < 32)
    asm volatile("bar.sync 1, 64;" ::: "memory");
  else
    asm volatile("bar.arrive 1, 64;" ::: "memory");
  out[t] = s[63 - t];
}
