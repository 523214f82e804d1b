//--blockDim=64 --gridDim=1
// the copy may still be under way when its thread reads
// expect: race at line 10, 12

#include <cuda_pipeline.h>

__global__ void stage(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &in[t], sizeof(int));
  __pipeline_commit();
  out[t] = s[t];
}
