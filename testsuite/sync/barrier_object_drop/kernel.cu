//--blockDim=64 --gridDim=1
// half of the threads arrive and drop out; later phases go without them
// open: barrier objects are not exact here yet
// expect: verified

#include <cuda/barrier>

__global__ void leave(const int *in, int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t == 0) init(&bar, blockDim.x);
  __syncthreads();
  s[t] = in[t];
  if (t >= 32) {
    bar.arrive_and_drop();
    return;
  }
  bar.arrive_and_wait();
  int x = s[t + 32];
  s[t] += x;
  bar.arrive_and_wait();
  out[t] = s[31 - t];
}
