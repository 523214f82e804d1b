//--blockDim=64 --gridDim=1
// thread 0 arrives twice in one phase; it has waited at an object of its own in between
// expect: synchronization

#include <cuda/barrier>
__global__ void twice(const int *in, int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> all, own;
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t == 0) { init(&all, 64); init(&own, 1); }
  __syncthreads();
  s[t] = in[t];
  (void)all.arrive();
  if (t == 0) {
    (void)own.arrive();
    own.wait_parity(0);
    (void)all.arrive();
  }
  if (t != 0) {
    all.wait_parity(0);
    out[t] = s[63 - t];
  }
}
