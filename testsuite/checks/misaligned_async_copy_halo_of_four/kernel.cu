//--blockDim=32 --gridDim=1 --check=default,misaligned
// the halo has four elements, so that what is copied begins at a multiple of 16 bytes
// expect: verified
#include <cuda_pipeline.h>

__global__ void tile(float *out, const float *in) {
  __shared__ __align__(16) float s[132];
  if (threadIdx.x < 4) s[threadIdx.x] = 0;
  __pipeline_memcpy_async(&s[4 + 4 * threadIdx.x], &in[4 * threadIdx.x], 16);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
