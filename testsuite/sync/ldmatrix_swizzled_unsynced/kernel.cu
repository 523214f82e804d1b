//--blockDim=64 --gridDim=1
// expect: confirmed race at line 13, 18
// Pieces change places within rows that other threads have copied: to wait for the own copies is not enough
#include <cstdint>

__device__ uint32_t swizzled(uint32_t address) { return address ^ (address / 128 % 8 << 4); }

__global__ void load(const uint4 *in, uint32_t *out) {
  __shared__ alignas(1024) unsigned short s[32 * 64];
  uint32_t base = (uint32_t)__cvta_generic_to_shared(s);
  int t = threadIdx.x;
  for (int i = t; i < 32 * 8; i += 64)
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(swizzled(base + i * 16)), "l"(in + i));
  asm volatile("cp.async.wait_all;");
  uint32_t row = swizzled(base + (t / 32 * 16 + t % 16) * 128 + t % 32 / 16 * 16);
  for (int k = 0; k < 4; ++k) {
    uint32_t a, b, c, d;
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
                 : "r"(row ^ k * 32));
    out[k * 64 + t] = a ^ b ^ c ^ d;
  }
}
