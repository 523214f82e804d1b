//--blockDim=128 --gridDim=2
// cells are given back before they are read
// expect: confirmed race
// stages: verify

#include <cuda/barrier>

constexpr int kStages = 3, kTiles = 50;
using Barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void correlate(const float *in, float *out) {
  __shared__ float ring[kStages][64];
  __shared__ Barrier full[kStages], empty[kStages];
  int t = threadIdx.x;
  if (t < kStages) {
    init(&full[t], blockDim.x);
    init(&empty[t], blockDim.x);
  }
  __syncthreads();
  if (t < 64) {
    for (int i = 0; i < kTiles; ++i) {
      int stage = i % kStages;
      if (i >= kStages) empty[stage].arrive_and_wait();
      ring[stage][t] = in[i * 64 + t];
      (void)full[stage].arrive();
    }
  } else {
    int c = t - 64;
    float sum = 0;
    for (int i = 0; i < kTiles; ++i) {
      int stage = i % kStages;
      full[stage].arrive_and_wait();
      if (i + kStages < kTiles) (void)empty[stage].arrive();
      sum += ring[stage][c] * ring[stage][(c + 5) % 64];
    }
    out[blockIdx.x * 64 + c] = sum;
  }
}
