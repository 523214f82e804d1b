//--blockDim=[8,8,2] --gridDim=4
// three-dimensional block, a matrix for each z
// expect: verified
// expect-repair: unchanged

__global__ void transpose(const int *in, int *out) {
  __shared__ int tile[2][8][9];
  int m = (blockIdx.x * 2 + threadIdx.z) * 64;
  tile[threadIdx.z][threadIdx.y][threadIdx.x] = in[m + threadIdx.y * 8 + threadIdx.x];
  __syncthreads();
  out[m + threadIdx.y * 8 + threadIdx.x] = tile[threadIdx.z][threadIdx.x][threadIdx.y];
}
