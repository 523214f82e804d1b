//--blockDim=1 --gridDim=8
// the flag begins anew in each of the outer rounds
// expect: confirmed race
// stages: verify

#include <cuda/atomic>
__global__ void pipe(const int *in, int *stage, int *done, int n, int rounds) {
  int b = blockIdx.x;
  cuda::atomic_ref<int, cuda::thread_scope_device> mine(done[b]);
  for (int r = 0; r < rounds; ++r) {
    for (int i = 0; i < n; ++i) {
      int x = in[i];
      if (b > 0) {
        cuda::atomic_ref<int, cuda::thread_scope_device> before(done[b - 1]);
        while (before.load(cuda::memory_order_acquire) <= i) { }
        x = stage[(b - 1) * 64 + (i & 63)];
      }
      stage[b * 64 + (i & 63)] = x + r;
      mine.store(i + 1, cuda::memory_order_release);
    }
  }
}
