//--blockDim=64 --gridDim=4
// the next ticket is stored without a release
// expect: confirmed race at line 16, 16
// stages: verify

#include <cuda/atomic>

using counter = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;

__global__ void append(unsigned *next, unsigned *serving, int *rows, const int *key, int n) {
  if (threadIdx.x == 0) {
    for (int e = blockIdx.x; e < n; e += gridDim.x) {
      int k = key[e];
      unsigned mine = counter(next[k]).fetch_add(1, cuda::memory_order_relaxed);
      while (counter(serving[k]).load(cuda::memory_order_acquire) != mine) {}
      rows[k] = rows[k] * 3 + e;
      counter(serving[k]).store(mine + 1, cuda::memory_order_relaxed);
    }
  }
}
