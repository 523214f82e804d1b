//--blockDim=[16,16] --gridDim=['*','*']
//--precondition=gridDim.x==(nx+15)/16 --precondition=gridDim.y==(ny+15)/16
// expect: confirmed race at line 16
// expect-repair: repaired; atomic device at line 16
//
// Rows of an open pitch under a grid that covers them: that they meet where the index wraps around only was not
// seen, so that a possible race of line 15 was told beside the real one.
__global__ void jacobi(const double *a, double *b, int nx, int ny, double *err) {
  __shared__ double tile[16][16];
  int i = blockIdx.x * 16 + threadIdx.x, j = blockIdx.y * 16 + threadIdx.y;
  if (i < nx && j < ny) tile[threadIdx.y][threadIdx.x] = a[j * nx + i];
  __syncthreads();
  if (i > 0 && i < nx - 1 && j > 0 && j < ny - 1) {
    double v = 0.25 * (tile[threadIdx.y ^ 8][threadIdx.x] + a[j * nx + i - 1]);
    b[j * nx + i] = v;
    *err += v;
  }
}
