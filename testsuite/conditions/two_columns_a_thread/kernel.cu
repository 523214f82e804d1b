//--blockDim=[32,8] --gridDim=[*,*]
// sufficient: height >= 0
// stages: verify
// A transposition in which each thread moves two columns of the input, a block apart: two sums of products with
// one pitch, which are a row each
__global__ void two_columns_a_thread(float *out, const float *in, int width, int height)
{
  unsigned x = 2 * blockIdx.x * blockDim.x + threadIdx.x;
  unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x + blockDim.x >= width || y >= height) return;
  unsigned to = x * height + y, from = y * width + x;
  out[to] = in[from];
  out[to + blockDim.x * height] = in[from + blockDim.x];
}
