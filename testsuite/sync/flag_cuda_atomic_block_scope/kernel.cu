//--blockDim=1 --gridDim=2
// the scope of the flag's operations is the block, the threads are of two blocks
// expect: race

#include <cuda/atomic>

__global__ void pass(int *data, int *flag, int *out) {
  cuda::atomic_ref<int, cuda::thread_scope_block> ready(*flag);
  if (blockIdx.x == 0) {
    *data = 42;
    ready.store(1, cuda::memory_order_release);
  } else {
    while (ready.load(cuda::memory_order_acquire) != 1) {
    }
    *out = *data;
  }
}
