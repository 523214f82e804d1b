//--blockDim=32 --gridDim=*
// sufficient: 1
// stages: verify
// A block's row, written by its index and read behind a pointer that has been moved
__global__ void rows_by_pointer(float *out, const float *in, int columns) {
  const float *row = out + blockIdx.x * columns;
  for (int i = threadIdx.x; i < columns; i += blockDim.x) out[blockIdx.x * columns + i] = in[i] + blockIdx.x;
  for (int i = threadIdx.x; i < columns; i += blockDim.x) out[blockIdx.x * columns + i] = 2 * row[i];
}
