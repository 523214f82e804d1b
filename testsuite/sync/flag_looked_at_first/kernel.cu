//--blockDim=64 --gridDim=2
// the flag is read once before the loop, and again in it: either may have seen it set
// expect: verified

#include <cuda/atomic>
__global__ void k(int *data, int *out, int *flag) {
  cuda::atomic_ref<int, cuda::thread_scope_device> f(*flag);
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) {
      *data = 42;
      f.store(1, cuda::memory_order_release);
    }
  } else {
    int v = f.load(cuda::memory_order_acquire);
    while (v != 1)
      v = f.load(cuda::memory_order_acquire);
    out[threadIdx.x] = *data;
  }
}
