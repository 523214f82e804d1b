//--blockDim=64 --gridDim=4
// expect: verified
// Each value of the hash is computed from the two before it: paths through such definitions double with each round, and
// must not be followed one by one to know what the thread that counts the block does.
#define ROUND(x, y) x ^= (y * 3u) + (x >> 3), y ^= (x * 5u) + (y >> 2)
#define ROUNDS(x, y) ROUND(x, y), ROUND(x, y), ROUND(x, y), ROUND(x, y), ROUND(x, y), ROUND(x, y)

__global__ void hashes(unsigned *out, unsigned *finished, unsigned seed) {
  __shared__ bool last;
  unsigned x = threadIdx.x, y = seed + blockIdx.x;
  ROUNDS(x, y), ROUNDS(x, y), ROUNDS(x, y), ROUNDS(x, y);
  if (threadIdx.x == 0) {
    out[blockIdx.x] = x;
    __threadfence();
    last = atomicAdd(finished, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) out[0] = out[1] ^ out[2] ^ out[3];
}
