//--blockDim=64 --gridDim=1
// the object is used before its initialisation is seen
// expect: race at line 12, 14
// expect-repair: add block before line 14; cost 0 -> 1

#include <cuda/barrier>

__global__ void swap(const int *in, int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t == 0) init(&bar, blockDim.x);
  s[t] = in[t];
  bar.arrive_and_wait();
  out[t] = s[63 - t];
}
