//--gridDim=[*,*]
// sufficient: pitch >= n
// stages: verify
// Rows of n elements, a pitch apart.
__global__ void rows_of_pitch(float *out, int n, int pitch) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n) out[y * pitch + x] += 1;
}
