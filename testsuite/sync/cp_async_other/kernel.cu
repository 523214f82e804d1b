//--blockDim=64 --gridDim=1
// the wait is for a thread's own copies; the barrier after it is for those of the others
// expect: verified

#include <cuda_pipeline.h>

__global__ void stage(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &in[t], sizeof(int));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[t] = s[63 - t];
}
