// sufficient: 1
// stages: verify
// The width has no sign, so that one beyond 2^31 is no negative number by which rows meet without overflow
__global__ void unsigned_width(float *out, const float *in, unsigned width, unsigned height) {
  extern __shared__ float cells[];
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  cells[y * width + x] = in[x * height + y];
  __syncthreads();
  out[y * width + x] = cells[y * height + x];
}
