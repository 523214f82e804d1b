//--blockDim=64 --gridDim=1
// a barrier alone does not wait for copies: the wait goes before it
// expect: race
// expect-repair: repaired; wait block before line 13

#include <cuda_pipeline.h>

__global__ void mirror(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &in[t], sizeof(int));
  __pipeline_commit();
  __syncthreads();
  out[t] = s[63 - t];
}
