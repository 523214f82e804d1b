//--blockDim=32 --gridDim=1
// which lane stores an element is not said: a warp barrier must come before another reads it
// expect: race at line 12, 13

#include <mma.h>
using namespace nvcuda;

__global__ void product(float *out) {
  __shared__ float s[256];
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  wmma::fill_fragment(fc, 1.0f);
  wmma::store_matrix_sync(s, fc, 16, wmma::mem_row_major);
  out[threadIdx.x] = s[threadIdx.x];
}
