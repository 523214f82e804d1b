//--blockDim=* --gridDim=*
// sufficient: 1
// stages: verify
// A running number taken apart by three divisions and put together again, in parts that are moved one by one
__global__ void batches_of_rows(float *out, const float *weight, int batches, int rows, int columns) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= batches * rows * columns) return;
  int batch = i / (rows * columns), row = i / columns % rows, column = i % columns;
  float *own = out + batch * rows * columns + row * columns;
  own[column] *= weight[batch * rows + row];
}
