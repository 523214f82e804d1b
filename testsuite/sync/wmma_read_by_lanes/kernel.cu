//--blockDim=64 --gridDim=2
// each lane reads for itself before all of them store: that is not ordered
// expect: race at line 15, 18

#include <mma.h>
using namespace nvcuda;

__global__ void sum(float *c, const half *a, const half *b) {
  int tile = 256 * (blockIdx.x * 2 + threadIdx.x / 32);
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  wmma::load_matrix_sync(fa, a + tile, 16);
  wmma::load_matrix_sync(fb, b + tile, 16);
  float first = c[tile + threadIdx.x % 32];
  wmma::fill_fragment(fc, first);
  wmma::mma_sync(fc, fa, fb, fc);
  wmma::store_matrix_sync(c + tile, fc, 16, wmma::mem_row_major);
}
