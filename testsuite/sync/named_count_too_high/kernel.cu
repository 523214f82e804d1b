//--blockDim=64 --gridDim=1
// the barrier waits for 96 threads, of which the block has 64
// expect: confirmed divergence at line 9

__global__ void swap(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  asm volatile("bar.sync 1, 96;" ::: "memory");
  out[t] = s[63 - t];
}
