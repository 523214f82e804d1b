//--blockDim=64 --gridDim=1
// nobody waits for the copies, and others read what a thread has copied
// expect: race
// expect-repair: repaired; wait block before line 14; add block before line 14

#include <cuda_pipeline.h>

__global__ void mirror(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &in[t], sizeof(int));
  __pipeline_commit();

  out[t] = s[63 - t];
}
