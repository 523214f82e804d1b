//--blockDim=32 --gridDim=1
// 16 bytes are copied to where a halo of one element has moved them
// expect: confirmed misaligned at line 9
#include <cuda_pipeline.h>

__global__ void tile(float *out, const float *in) {
  __shared__ __align__(16) float s[132];
  if (threadIdx.x == 0) s[0] = 0;
  __pipeline_memcpy_async(&s[1 + 4 * threadIdx.x], &in[4 * threadIdx.x], 16);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
