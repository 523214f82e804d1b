//--blockDim=128 --gridDim=2
// all count a latch down and wait for it: once, as there is no second phase
// expect: verified

#include <cuda/latch>

__global__ void all_wait(const int *in, int *out) {
  __shared__ cuda::latch<cuda::thread_scope_block> written;
  __shared__ int s[128];
  if (threadIdx.x == 0) init(&written, blockDim.x);
  __syncthreads();
  s[threadIdx.x] = in[threadIdx.x];
  written.arrive_and_wait();
  out[blockIdx.x * 128 + threadIdx.x] = s[127 - threadIdx.x];
}
