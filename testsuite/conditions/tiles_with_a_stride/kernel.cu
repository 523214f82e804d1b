//--blockDim=[32,32] --gridDim=[*,*]
// sufficient: stride >= 32 * gridDim.x
// stages: verify
// Tiles of a matrix whose rows are a stride apart, an integer with a sign, although sizes make the index unsigned: a
// negative one fulfils nothing.
__global__ void tiles_with_a_stride(float *c, int stride) {
  int row = threadIdx.y, column = threadIdx.x;
  c[stride * 32 * blockIdx.y + 32 * blockIdx.x + row * stride + column] = row;
}
