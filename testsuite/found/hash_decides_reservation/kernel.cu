//--blockDim=64 --gridDim=4
// expect: verified
// Whether places are reserved hangs on a hash, and how many on sums: of either each value is computed from the two
// before it, and is looked at once, not as often as there are ways to come to it.
#define ROUND(x, y) x ^= (y * 3u) + (x >> 3), y ^= (x * 5u) + (y >> 2)
#define ADD(a, b) a += b, b += a
#define SIX_TIMES(STEP, x, y) STEP(x, y), STEP(x, y), STEP(x, y), STEP(x, y), STEP(x, y), STEP(x, y)

__global__ void reserve(unsigned *out, unsigned *count, unsigned seed) {
  unsigned x = threadIdx.x, y = seed + blockIdx.x;
  SIX_TIMES(ROUND, x, y), SIX_TIMES(ROUND, x, y), SIX_TIMES(ROUND, x, y), SIX_TIMES(ROUND, x, y);
  unsigned a = x, b = y;
  SIX_TIMES(ADD, a, b), SIX_TIMES(ADD, a, b), SIX_TIMES(ADD, a, b), SIX_TIMES(ADD, a, b);
  if (x % 7 == 3) {
    unsigned n = b & 3, at = atomicAdd(count, n);
    for (unsigned i = 0; i < n; ++i) out[at + i] = y;
  }
}
