//--blockDim=1 --gridDim=8
// the last store does not release, and what comes after it is read by who has waited for less
// expect: confirmed race
// stages: verify

#include <cuda/atomic>
__global__ void pipe(const int *in, int *stage, int *done, int n) {
  int b = blockIdx.x;
  cuda::atomic_ref<int, cuda::thread_scope_device> mine(done[b]);
  for (int i = 0; i < n; ++i) {
    int x = in[i];
    if (b > 0) {
      cuda::atomic_ref<int, cuda::thread_scope_device> before(done[b - 1]);
      while (before.load(cuda::memory_order_acquire) <= i) { }
      x = stage[(b - 1) * n + i];
    }
    stage[b * n + i] = x + b;
    mine.store(i + 1, cuda::memory_order_release);
  }
  mine.store(n + 1, cuda::memory_order_relaxed);
  stage[b * n] = 7;
}
