//--blockDim=64 --gridDim=16
// each block hands rows on to the next one through two slots and two counters in a struct, to which
// it has a pointer that is null where there is no neighbour; a block fills a slot before the
// neighbour has emptied it
// expect: race

#include <cuda/atomic>

constexpr int rows = 6;
struct Link { int sent, taken; float ring[2][64]; };
using Count = cuda::atomic_ref<int, cuda::thread_scope_device>;

__device__ void wait_for(int &word, int at_least) {
  while (Count(word).load(cuda::memory_order_acquire) < at_least) {}
}
__device__ void post(int &word, int value) { Count(word).store(value, cuda::memory_order_release); }

__global__ void pass_on(const float *in, float *out, Link *links) {
  int b = blockIdx.x, t = threadIdx.x;
  Link *left = b > 0 ? links + b - 1 : nullptr, *right = b < 15 ? links + b : nullptr;
  for (int r = 0; r < rows; ++r) {
    float sum = in[(b * rows + r) * 64 + t];
    if (left) {
      if (t == 0) wait_for(left->sent, r + 1);
      __syncthreads();
      sum += left->ring[r % 2][t];
      __syncthreads();
      if (t == 0) post(left->taken, r + 1);
    }
    out[(b * rows + r) * 64 + t] = sum;
    if (right) {
      if (t == 0) wait_for(right->taken, r - 2);
      __syncthreads();
      right->ring[r % 2][t] = sum;
      __syncthreads();
      if (t == 0) post(right->sent, r + 1);
    }
  }
}
