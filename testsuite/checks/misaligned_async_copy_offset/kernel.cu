//--blockDim=32 --gridDim=1 --check=default,misaligned
// a row may begin anywhere: 8 bytes are copied at a time where 4 would do
// expect: confirmed misaligned at line 8
#include <cuda_pipeline.h>

__global__ void row(float *out, const float *in, int first) {
  __shared__ __align__(8) float s[64];
  __pipeline_memcpy_async(&s[2 * threadIdx.x], &in[first + 2 * threadIdx.x], 8);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}
