//--blockDim=64 --gridDim=1
// barrier and wait in the wrong order: another's copy may end after the barrier
// expect: race at line 10, 14

#include <cuda_pipeline.h>

__global__ void stage(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &in[t], sizeof(int));
  __pipeline_commit();
  __syncthreads();
  __pipeline_wait_prior(0);
  out[t] = s[63 - t];
}
