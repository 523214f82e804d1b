//--blockDim=128 --gridDim=8
// rows begin in ascending order, and each thread goes one element too far
// expect: race at line 9

__global__ void scale(const int *first, float *value, float by) {
  __requires_ordered(first);
  int row = blockIdx.x * 128 + threadIdx.x;
  for (int k = first[row]; k <= first[row + 1]; ++k)
    value[k] *= by;
}
