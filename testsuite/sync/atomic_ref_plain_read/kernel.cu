//--blockDim=64 --gridDim=1
// the counter is read as a plain variable while others add
// expect: race at line 9, 10

#include <cuda/atomic>

__global__ void count(int *n, int *out) {
  cuda::atomic_ref<int, cuda::thread_scope_device> a(*n);
  a.fetch_add(1, cuda::memory_order_seq_cst);
  out[threadIdx.x] = *n;
}
