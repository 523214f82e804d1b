//--blockDim=1 --gridDim=2
// the same in PTX, with a volatile load and fences
// expect: verified

__global__ void pass(int *data, int *flag, int *out) {
  if (blockIdx.x == 0) {
    *data = 42;
    asm volatile("fence.acq_rel.gpu; st.relaxed.gpu.s32 [%0], 1;" :: "l"(flag) : "memory");
  } else {
    int seen = 0;
    while (!seen)
      asm volatile("ld.volatile.global.s32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
    asm volatile("fence.acq_rel.gpu;" ::: "memory");
    *out = *data;
  }
}
