//--blockDim=[16,16] --gridDim=[4,4]
// with a pitch that is less than a row, pixels meet; the barrier is missing all the same
// expect: race at line 12, 13; race at line 13
// expect-repair: add block before line 13; cost 0 -> 1

#define N 16

__global__ void transpose_tiles(const float *in, float *out, int pitch) {
  __shared__ float tile[N][N];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * N + ty;
  tile[ty][tx] = in[row * 4 * N + blockIdx.x * N + tx];
  out[row * pitch + blockIdx.x * N + tx] = tile[tx][ty];
}
