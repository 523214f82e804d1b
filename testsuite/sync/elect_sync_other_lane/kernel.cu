//--blockDim=32 --gridDim=1
// the elected lane need not be the first
// expect: race at line 12, 13

__device__ bool elected() {
  unsigned is;
  asm volatile("{ .reg .pred p; elect.sync _|p, 0xffffffff; selp.u32 %0, 1, 0, p; }" : "=r"(is));
  return is;
}

__global__ void once(int *out) {
  if (elected()) out[0] = threadIdx.x;
  if (threadIdx.x == 0) out[0] = 1;
}
