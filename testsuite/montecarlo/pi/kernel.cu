//--blockDim=128 --gridDim=8
// a linear congruential generator for each thread, tree at the end
// expect: verified
// expect-repair: unchanged; cost 10 -> 10

__global__ void pi(unsigned *hits, unsigned seed) {
  __shared__ unsigned s[128];
  unsigned t = threadIdx.x, x = seed + blockIdx.x * 128 + t, inside = 0;
  for (int i = 0; i < 1000; ++i) {
    x = x * 1664525u + 1013904223u;
    float a = (x >> 8) * 5.96e-8f;
    x = x * 1664525u + 1013904223u;
    float b = (x >> 8) * 5.96e-8f;
    if (a * a + b * b < 1)
      ++inside;
  }
  s[t] = inside;
  for (unsigned d = 64; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d)
      s[t] += s[t + d];
  }
  if (t == 0)
    hits[blockIdx.x] = s[0];
}
