//--blockDim=64 --gridDim=2
// expect: verified
// Two buffers take turns as a bit of their addresses does
#include <cstdint>

__device__ uint32_t address(const void *p) {
  uint32_t a;
  asm("{ .reg .u64 wide; cvta.to.shared.u64 wide, %1; cvt.u32.u64 %0, wide; }" : "=r"(a) : "l"(p));
  return a;
}

__global__ void pass(const uint32_t *in, uint32_t *out) {
  __shared__ alignas(512) uint32_t s[2][64];
  __shared__ uint32_t scale[64];
  int t = threadIdx.x;
  uint32_t to = address(&s[0][t]), from = address(&s[0][t ^ 1]);
  scale[t] = in[t];
  for (int i = 0; i < 8; ++i) {
    asm volatile("st.shared.u32 [%0], %1;" ::"r"(to), "r"(in[64 * i + t]) : "memory");
    __syncthreads();
    uint32_t x;
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(x) : "r"(from) : "memory");
    out[(blockIdx.x * 8 + i) * 64 + t] = x * scale[t];
    to ^= 256;
    from ^= 256;
  }
}
