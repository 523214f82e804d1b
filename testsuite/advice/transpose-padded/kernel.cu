//--blockDim=[32,32] --gridDim=[2,2]
// expect: verified
// expect-advice: none
// With a column more, the elements of a column lie in different banks.
__global__ void transpose(float *out, const float *in) {
  __shared__ float tile[32][33];
  int width = gridDim.x * 32, height = gridDim.y * 32;
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * width + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
  out[y * height + x] = tile[threadIdx.x][threadIdx.y];
}
