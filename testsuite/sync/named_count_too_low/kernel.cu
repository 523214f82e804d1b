//--blockDim=128 --gridDim=1
// two warps are enough for the barrier, and four come: which two meet is open
// expect: race at line 8, 10; synchronization

__global__ void swap(const int *in, int *out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = in[t];
  asm volatile("bar.sync 1, 64;" ::: "memory");
  out[t] = s[127 - t];
}
