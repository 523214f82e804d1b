// sufficient: blockDim.x + 33 * blockDim.y <= 297
// stages: verify
// four rows a thread, eight apart
__global__ void tile_loop(const float *in) {
  __shared__ float tile[32 * 33 + 1024];
  for (int j = 0; j < 32; j += 8) tile[(threadIdx.y + j) * 33 + threadIdx.x] = in[j];
}
