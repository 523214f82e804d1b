//--blockDim=64 --gridDim=1
// a barrier that votes is a barrier, and its answer is the same for all
// expect: verified

__global__ void vote(int *v) {
  __shared__ int s[64];
  int t = threadIdx.x, any;
  s[t] = v[t];
  asm volatile("{ .reg .pred p, q; setp.gt.s32 p, %1, 0; bar.red.or.pred q, 0, p; "
               "selp.s32 %0, 1, 0, q; }" : "=r"(any) : "r"(v[t]) : "memory");
  int other = s[63 - t];
  if (any) __syncthreads();
  v[t] = other;
}
