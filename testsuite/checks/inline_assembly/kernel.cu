//--blockDim=64 --gridDim=4
// inline assembly that is not known and accesses memory is refused, not skipped
// expect: rejected

__global__ void assembly(int *v) {
  asm volatile("unheard.of.u32 [%0], 1;" : : "l"(v + threadIdx.x) : "memory");
}
