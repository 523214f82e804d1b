//--blockDim=64 --gridDim=2
// split barrier: the next tile is announced before this one is used, but for the last, after which
// the token is the old one. With three slots nobody reads the slot that is filled
// expect: verified

#include <cuda/barrier>
#include <utility>

using barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void sums(const float *in, float *out, int tiles) {
  __shared__ float ring[3][64];
  __shared__ barrier ready;
  if (threadIdx.x == 0) init(&ready, 64);
  __syncthreads();

  ring[0][threadIdx.x] = in[threadIdx.x];
  barrier::arrival_token token = ready.arrive();
  float sum = 0;
  for (int t = 0; t < tiles; ++t) {
    bool more = t + 1 < tiles;
    ready.wait(std::move(token));
    if (more) {
      ring[(t + 1) % 3][threadIdx.x] = in[(t + 1) * 64 + threadIdx.x];
      token = ready.arrive();
    }
    for (int k = 0; k < 64; ++k) sum += ring[t % 3][k] * k;
  }
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}
