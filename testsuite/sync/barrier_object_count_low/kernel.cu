//--blockDim=64 --gridDim=1
// a phase is complete when half of the threads have arrived
// expect: race at line 13, 15; synchronization

#include <cuda/barrier>

__global__ void swap(const int *in, int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t == 0) init(&bar, blockDim.x / 2);
  __syncthreads();
  s[t] = in[t];
  bar.arrive_and_wait();
  out[t] = s[63 - t];
}
