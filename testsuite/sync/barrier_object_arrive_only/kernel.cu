//--blockDim=64 --gridDim=1
// between arrival and wait another's cell is read
// expect: race at line 13, 15

#include <cuda/barrier>

__global__ void swap(const int *in, int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t == 0) init(&bar, blockDim.x);
  __syncthreads();
  s[t] = in[t];
  auto token = bar.arrive();
  out[t] = s[63 - t];
  bar.wait(static_cast<decltype(token) &&>(token));
}
