//--blockDim=64 --gridDim=2
// the first thread does not wait for the others of its block before it tells
// expect: race at line 10, 19

#include <cuda/atomic>

__global__ void hand_over(int *v, int *out, cuda::atomic<int> *ready, int n) {
  if (blockIdx.x == 0) {
    for (int i = threadIdx.x; i < n; i += blockDim.x)
      v[i] = i * i;
    if (threadIdx.x == 0)
      ready->store(1, cuda::memory_order_release);
  } else {
    if (threadIdx.x == 0)
      while (ready->load(cuda::memory_order_acquire) == 0) {
      }
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
      out[i] = v[i];
  }
}
