//--blockDim=128 --gridDim=[4,4]
// four warps stage tiles in shared memory, and each multiplies 16 rows of them
// expect: verified

#include <mma.h>
using namespace nvcuda;

__global__ void product(const half *a, const half *b, float *c, int n) {
  __requires(n == 64);
  __shared__ half as[64 * 16], bs[16 * 16];
  int warp = threadIdx.x / 32;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  wmma::fill_fragment(fc, 0.0f);
  for (int k = 0; k < n; k += 16) {
    for (int i = threadIdx.x; i < 64 * 16; i += 128)
      as[i] = a[(blockIdx.y * 64 + i / 16) * n + k + i % 16];
    for (int i = threadIdx.x; i < 16 * 16; i += 128)
      bs[i] = b[(k + i / 16) * n + blockIdx.x * 16 + i % 16];
    __syncthreads();
    wmma::load_matrix_sync(fa, as + warp * 256, 16);
    wmma::load_matrix_sync(fb, bs, 16);
    wmma::mma_sync(fc, fa, fb, fc);
    __syncthreads();
  }
  wmma::store_matrix_sync(c + (blockIdx.y * 64 + warp * 16) * 64 + blockIdx.x * 16, fc, 64,
                          wmma::mem_row_major);
}
