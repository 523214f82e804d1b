//--blockDim=64 --gridDim=1
// with one buffer a fast thread writes the next round's value while a slow one reads
// expect: race at line 15, 17

#include <cuda/barrier>

__global__ void rounds(int *v, int n) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t == 0) init(&bar, blockDim.x);
  __syncthreads();
  int x = v[t];
  for (int i = 0; i < n; ++i) {
    s[t] = x;
    bar.arrive_and_wait();
    x = s[63 - t];
  }
  v[t] = x;
}
