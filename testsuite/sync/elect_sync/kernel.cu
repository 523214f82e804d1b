//--blockDim=64 --gridDim=1
// the elected lane of each warp writes the warp's cell
// expect: verified

__device__ bool elected() {
  unsigned is;
  asm volatile("{ .reg .pred p; elect.sync _|p, 0xffffffff; selp.u32 %0, 1, 0, p; }" : "=r"(is));
  return is;
}

__global__ void once(int *out) {
  if (elected()) out[threadIdx.x / 32] = threadIdx.x;
  if (elected()) out[threadIdx.x / 32] += 1;
}
