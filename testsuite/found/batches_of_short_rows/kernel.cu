//--blockDim=64 --gridDim=4
// expect: confirmed race at line 9
// stages: verify
// As conditions/batches_of_rows, with rows that are one element shorter than a row's columns
__global__ void batches_of_short_rows(float *out, const float *weight, int rows, int columns) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, pitch = columns - 1;
  int batch = i / (rows * columns), row = i / columns % rows, column = i % columns;
  float *own = out + batch * rows * pitch + row * pitch;
  own[column] *= weight[batch * rows + row];
}
