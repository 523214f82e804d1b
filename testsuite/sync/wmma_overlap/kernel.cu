//--blockDim=64 --gridDim=1
// the tiles of two warps overlap by a row
// expect: race at line 12

#include <mma.h>
using namespace nvcuda;

__global__ void product(float *c) {
  int warp = threadIdx.x / 32;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  wmma::fill_fragment(fc, 0.0f);
  wmma::store_matrix_sync(c + warp * 240, fc, 16, wmma::mem_row_major);
}
