//--blockDim=32 --gridDim=[*,*]
// sufficient: n >= 16 * gridDim.x
// stages: verify
// Fragments of 16 rows are n elements apart; those beside each other may not reach beyond a row.
#include <cuda_fp16.h>
#include <mma.h>
using namespace nvcuda;

__global__ void clear(half *c, int n) {
  wmma::fragment<wmma::accumulator, 16, 16, 16, half> zeros;
  wmma::fill_fragment(zeros, __float2half(0.0f));
  wmma::store_matrix_sync(c + blockIdx.y * 16 * n + blockIdx.x * 16, zeros, n,
                          wmma::mem_row_major);
}
