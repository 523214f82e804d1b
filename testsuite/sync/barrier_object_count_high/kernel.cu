//--blockDim=64 --gridDim=1
// a phase expects one arrival more than there are threads
// expect: confirmed divergence at line 14

#include <cuda/barrier>

__global__ void swap(const int *in, int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t == 0) init(&bar, blockDim.x + 1);
  __syncthreads();
  s[t] = in[t];
  bar.arrive_and_wait();
  out[t] = s[63 - t];
}
