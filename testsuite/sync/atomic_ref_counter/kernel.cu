//--blockDim=64 --gridDim=4
// a counter of device scope, from all blocks
// expect: verified

#include <cuda/atomic>

__global__ void count(const int *in, cuda::atomic<int, cuda::thread_scope_device> *n) {
  if (in[blockIdx.x * 64 + threadIdx.x] > 0) n->fetch_add(1, cuda::memory_order_relaxed);
}
