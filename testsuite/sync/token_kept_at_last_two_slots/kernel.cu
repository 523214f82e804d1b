//--blockDim=64 --gridDim=2
// split barrier: the next tile is announced before this one is used, but for the last, after which
// the token is the old one. With two slots others may still read the one that is filled
// expect: race

#include <cuda/barrier>
#include <utility>

using barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void sums(const float *in, float *out, int tiles) {
  __shared__ float ring[2][64];
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
      ring[(t + 1) % 2][threadIdx.x] = in[(t + 1) * 64 + threadIdx.x];
      token = ready.arrive();
    }
    for (int k = 0; k < 64; ++k) sum += ring[t % 2][k] * k;
  }
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}
