//--blockDim=64 --gridDim=1
// phase after phase: each round reads what the one before has written, in another buffer
// expect: verified

#include <cuda/barrier>

__global__ void rounds(int *v, int n) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int s[2][64];
  int t = threadIdx.x;
  if (t == 0) init(&bar, blockDim.x);
  __syncthreads();
  int x = v[t];
  for (int i = 0; i < n; ++i) {
    s[i % 2][t] = x;
    bar.arrive_and_wait();
    x = s[i % 2][63 - t];
  }
  v[t] = x;
}
