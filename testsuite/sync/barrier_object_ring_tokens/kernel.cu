//--blockDim=64 --gridDim=1
// a ring of two objects, initialised in a loop: each round has the buffer and the object of its parity
// expect: verified

#include <cuda/barrier>
__global__ void k(const int *in, int *out, int n) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar[2];
  __shared__ int s[2][64];
  if (threadIdx.x == 0) for (int i = 0; i < 2; ++i) init(&bar[i], blockDim.x);
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    s[i % 2][threadIdx.x] = in[i * 64 + threadIdx.x];
    bar[i % 2].arrive_and_wait();
    out[i * 64 + threadIdx.x] = s[i % 2][63 - threadIdx.x];
  }
}
