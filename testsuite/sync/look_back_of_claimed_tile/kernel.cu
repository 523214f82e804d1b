//--blockDim=128 --gridDim=8
// The lanes of the first warp look back together as long as one of them waits. That they go on
// alike hangs on the tile, a word of shared memory: between two barriers it is read or written.
// expect: verified

typedef unsigned long long word;
#define ALL 0xffffffffu

__global__ void scan(const unsigned *in, unsigned *out, word *words, unsigned *counter, int tiles) {
  __shared__ unsigned claimed, carry;
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  for (;;) {
    if (threadIdx.x == 0)
      claimed = atomicAdd(counter, 1u);
    __syncthreads();
    const int tile = claimed;
    if (tile >= tiles)
      break;
    if (warp == 0) {
      if (lane == 0)
        atomicExch(&words[tile], (tile == 0 ? 2ull : 1ull) << 32 | in[tile]);
      unsigned prefix = 0;
      bool done = tile == 0;
      for (int look = tile - 1 - lane; !done; look -= 32) {
        word w;
        do {
          w = look >= 0 ? atomicAdd(&words[look], 0ull) : 2ull << 32;
        } while (__any_sync(ALL, w >> 32 == 0));
        const unsigned known = __ballot_sync(ALL, w >> 32 == 2);
        prefix += __reduce_add_sync(ALL, lane < __ffs(known) ? (unsigned)w : 0u);
        done = known != 0;
      }
      if (lane == 0) {
        atomicExch(&words[tile], 2ull << 32 | (prefix + in[tile]));
        carry = prefix;
      }
    }
    __syncthreads();
    out[tile * 128 + threadIdx.x] = carry;
  }
}
