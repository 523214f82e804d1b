//--gridDim=[4,4]
// sufficient: blockDim.x <= 32 && blockDim.x + 128 * blockDim.y <= 4128
// stages: verify
// tiles of 32 that move to the other side of the diagonal
__global__ void transpose_blocks(const float *in, float *out) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * 128 + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
  out[y * 128 + x] = tile[threadIdx.x][threadIdx.y];
}
