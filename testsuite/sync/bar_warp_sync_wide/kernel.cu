//--blockDim=64 --gridDim=1
// a warp barrier in PTX does not order other warps
// expect: race at line 8, 10

__global__ void exchange(int *out, const int *in) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  asm volatile("bar.warp.sync 0xffffffff;" ::: "memory");
  out[t] = s[t ^ 32];
}
