//--blockDim=64 --gridDim=2
// each warp stores its tile to shared memory of its own and writes it out after a warp barrier
// expect: verified

#include <mma.h>
using namespace nvcuda;

__global__ void product(float *out, int n) {
  __shared__ float stage[2][256];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  for (int tile = 0; tile < n; ++tile) {
    wmma::fill_fragment(fc, 1.0f);
    wmma::store_matrix_sync(stage[warp], fc, 16, wmma::mem_row_major);
    __syncwarp();
    for (int i = lane; i < 256; i += 32)
      out[((tile * 2 + blockIdx.x) * 2 + warp) * 256 + i] = stage[warp][i];
    __syncwarp();
  }
}
