//--blockDim=64 --gridDim=1
// the source is overwritten before the copy has read it
// expect: race at line 10, 12

#include <cuda_pipeline.h>

__global__ void stage(int *v) {
  __shared__ int s[64];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &v[t], sizeof(int));
  __pipeline_commit();
  v[t] = 0;
  __pipeline_wait_prior(0);
  v[t] += s[t];
}
