// condition: blockDim.x <= 33 || blockDim.y == 1
// stages: verify
// a transposition by tiles of 32, one block
__global__ void transpose_tile(const float *in, float *out) {
  __shared__ float tile[32][33];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 1024 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 1024 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
