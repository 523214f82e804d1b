//--blockDim=64 --gridDim=4
// inline assembly is refused, not skipped
// expect: rejected

__global__ void assembly(int *v) {
  int lane;
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
  v[blockIdx.x * 64 + threadIdx.x] = lane;
}
