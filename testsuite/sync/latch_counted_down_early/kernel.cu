//--blockDim=128 --gridDim=2
// one half counts a latch down before it has written, the other half waits for it
// expect: race
// stages: verify

#include <cuda/latch>

__global__ void counted_down_early(const int *in, int *out) {
  __shared__ cuda::latch<cuda::thread_scope_block> written;
  __shared__ int s[64];
  if (threadIdx.x == 0) init(&written, 64);
  __syncthreads();
  if (threadIdx.x < 64) {
    written.count_down();
    s[threadIdx.x] = in[threadIdx.x];
  } else {
    written.wait();
    out[blockIdx.x * 64 + threadIdx.x - 64] = s[127 - threadIdx.x];
  }
}
