//--blockDim=[32,32] --gridDim=[2,2]
// expect: verified
// expect-advice: bank-conflict 32 at line 12
// The lanes of a warp read a column: element i lies 32 words after element i - 1, in the same bank.
__global__ void transpose(float *out, const float *in) {
  __shared__ float tile[32][32];
  int width = gridDim.x * 32, height = gridDim.y * 32;
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * width + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
  out[y * height + x] = tile[threadIdx.x][threadIdx.y];
}
