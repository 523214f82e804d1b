//--blockDim=[16,16] --gridDim=[4,4]
// the tile has a halo on one side only
// expect: confirmed bounds at line 13
// expect-repair: not-applicable

__global__ void stencil(const float *in, float *out) {
  __shared__ float tile[17][17];
  int x = threadIdx.x, y = threadIdx.y;
  int g = (blockIdx.y * 16 + y) * 64 + blockIdx.x * 16 + x;
  tile[y + 1][x + 1] = in[g];
  __syncthreads();
  out[g] =
      tile[y][x] + tile[y + 2][x + 1];
}
