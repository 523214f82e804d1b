//--blockDim=32 --gridDim=1 --check=default,misaligned
// where nothing is read, the source may be anywhere; what is read begins at an even element
// expect: verified
#include <cuda_pipeline.h>

__global__ void row(float *out, const float *in, int first) {
  __shared__ __align__(8) float s[64];
  size_t zeros = first % 2 == 0 ? 0 : 8;
  __pipeline_memcpy_async(&s[2 * threadIdx.x], &in[first + 2 * threadIdx.x], 8, zeros);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}
