//--blockDim=1 --gridDim=2
// the flag is stored in relaxed order: nothing is handed over
// expect: race at line 10, 15

#include <cuda/atomic>

__global__ void pass(int *data, int *flag, int *out) {
  cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
  if (blockIdx.x == 0) {
    *data = 42;
    ready.store(1, cuda::memory_order_relaxed);
  } else {
    while (ready.load(cuda::memory_order_acquire) != 1) {
    }
    *out = *data;
  }
}
