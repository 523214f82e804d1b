//--blockDim=32 --gridDim=1
// lanes name rows that others have written: a warp barrier orders them
// expect: verified

__global__ void load(const unsigned *in, unsigned *out) {
  __shared__ alignas(16) unsigned s[128];
  int t = threadIdx.x;
  for (int i = 0; i < 4; ++i) s[32 * i + t] = in[32 * i + t];
  __syncwarp();
  unsigned a, b, c, d;
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
               : "r"((unsigned)__cvta_generic_to_shared(&s[4 * t])));
  out[t] = a ^ b ^ c ^ d;
}
