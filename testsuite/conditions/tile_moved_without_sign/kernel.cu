//--blockDim=64 --gridDim=[*,*]
// sufficient: n >= 16 * gridDim.x
// stages: verify
// Four rows a thread of a tile with 16 columns: the pointer is moved by rows without a sign, the
// index has one; how often the loop runs does not matter.
__global__ void scaled_tile(float *c, const float *a, int n, int k) {
  int col = threadIdx.x % 16, row = threadIdx.x / 16 * 4;
  c += blockIdx.y * 16 * n + blockIdx.x * 16;
  float sum = 0;
  for (int i = 0; i < k; i += 4) sum += a[i];
  for (int j = 0; j < 4; ++j) c[(row + j) * n + col] *= sum;
}
