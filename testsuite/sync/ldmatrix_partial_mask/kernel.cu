//--blockDim=32 --gridDim=1
// half of the lanes meet, then all read rows that the half has written
// expect: race

__global__ void load(const unsigned *in, unsigned *out) {
  __shared__ alignas(16) unsigned s[128];
  int t = threadIdx.x;
  for (int i = 0; i < 4; ++i) s[4 * t + i] = in[4 * t + i];
  if (t < 16) __syncwarp(0xffff);
  unsigned a, b;
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
               : "=r"(a), "=r"(b)
               : "r"((unsigned)__cvta_generic_to_shared(&s[4 * (t & 15)])));
  out[t] = a ^ b;
}
