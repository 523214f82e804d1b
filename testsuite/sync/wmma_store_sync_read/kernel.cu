//--blockDim=32 --gridDim=1
// the same with the warp barrier
// expect: verified

#include <mma.h>
using namespace nvcuda;

__global__ void product(float *out) {
  __shared__ float s[256];
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  wmma::fill_fragment(fc, 1.0f);
  wmma::store_matrix_sync(s, fc, 16, wmma::mem_row_major);
  __syncwarp();
  out[threadIdx.x] = s[threadIdx.x];
}
