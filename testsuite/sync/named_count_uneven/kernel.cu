//--blockDim=64 --gridDim=1
// the count of a barrier is a multiple of the warp size
// expect: synchronization at line 9

__global__ void swap(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  asm volatile("bar.sync 1, 50;" ::: "memory");
  out[t] = s[63 - t];
}
