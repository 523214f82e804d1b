//--blockDim='*' --gridDim=1
// expect: verified
// Whether lanes come together is open where the size of the block is; what a single thread does with its own copies was
// asked with no other thread there, and the verifier crashed
#include <cstdint>

__global__ void load(const uint4 *in, uint32_t *out) {
  __shared__ uint4 s[1024];
  uint32_t own = (uint32_t)__cvta_generic_to_shared(&s[threadIdx.x]);
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(own), "l"(in + threadIdx.x));
  asm volatile("cp.async.wait_all;");
  __syncthreads();
  for (int k = 0; k < 4; ++k) {
    uint32_t a, b, c, d;
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
                 : "r"(own));
    out[threadIdx.x] += a ^ b ^ c ^ d;
  }
}
