//--blockDim=[32,8] --gridDim=[2,8]
// expect: verified
// expect-advice: coalescing 32 of 4 at line 8
// Without a tile, the writes of a warp go to 32 rows.
__global__ void transpose(float *out, const float *in) {
  int width = gridDim.x * 32, height = gridDim.y * 8;
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  out[x * height + y] = in[y * width + x];
}
