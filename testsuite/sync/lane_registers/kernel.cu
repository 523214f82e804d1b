//--blockDim=64 --gridDim=1
// lane numbers and masks in PTX are those of the thread
// expect: verified

__global__ void number(int *out) {
  unsigned lane, below;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(below));
  out[threadIdx.x / 32 * 32 + lane] = below;
}
