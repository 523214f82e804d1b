//--blockDim=128 --gridDim=2
// one half counts a latch down when it has written, the other half waits for it
// expect: verified

#include <cuda/latch>

__global__ void counted_down(const int *in, int *out) {
  __shared__ cuda::latch<cuda::thread_scope_block> written;
  __shared__ int s[64];
  if (threadIdx.x == 0) init(&written, 64);
  __syncthreads();
  if (threadIdx.x < 64) {
    s[threadIdx.x] = in[threadIdx.x];
    written.count_down();
  } else {
    written.wait();
    out[blockIdx.x * 64 + threadIdx.x - 64] = s[127 - threadIdx.x];
  }
}
