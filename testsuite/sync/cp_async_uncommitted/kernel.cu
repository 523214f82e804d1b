//--blockDim=64 --gridDim=1
// copies that were not committed are in no group, and no group is waited for
// expect: race at line 11, 13
// expect-repair: commit block before line 12

#include <cuda_pipeline.h>

__global__ void stage(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &in[t], sizeof(int));
  __pipeline_wait_prior(0);
  out[t] = s[t];
}
