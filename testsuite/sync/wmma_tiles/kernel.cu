//--blockDim=64 --gridDim=2
// each warp multiplies and stores a tile of its own
// expect: verified

#include <mma.h>
using namespace nvcuda;

__global__ void product(const half *a, const half *b, float *c) {
  int warp = (blockIdx.x * 64 + threadIdx.x) / 32;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  wmma::fill_fragment(fc, 0.0f);
  wmma::load_matrix_sync(fa, a, 16);
  wmma::load_matrix_sync(fb, b, 16);
  wmma::mma_sync(fc, fa, fb, fc);
  wmma::store_matrix_sync(c + warp * 256, fc, 16, wmma::mem_row_major);
}
