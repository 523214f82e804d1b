//--blockDim=64 --gridDim=1
// bytes are announced with the arrival, after the copies that bring them
// expect: verified

#include <cuda/barrier>
using barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void stage(const int *a, const int *b, int *out) {
  __shared__ alignas(16) int s[64], t[64];
  __shared__ barrier bar;
  if (threadIdx.x == 0) init(&bar, 64);
  __syncthreads();
  if (threadIdx.x == 0) {
    cuda::device::memcpy_async_tx(s, a, cuda::aligned_size_t<16>(sizeof(s)), bar);
    cuda::device::memcpy_async_tx(t, b, cuda::aligned_size_t<16>(sizeof(t)), bar);
    bar.wait(cuda::device::barrier_arrive_tx(bar, 1, sizeof(s) + sizeof(t)));
  } else {
    bar.arrive_and_wait();
  }
  out[threadIdx.x] = s[63 - threadIdx.x] + t[threadIdx.x ^ 1];
}
