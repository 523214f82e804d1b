//--blockDim=64 --gridDim=4
// one Jacobi sweep that writes the vector it reads
// expect: race at line 10, 11
// expect-repair: repaired; add grid; cost 0 -> 13

__global__ void sweep(const int *column, const float *value, float *x) {
  int row = blockIdx.x * 64 + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 4; ++k)
    sum += value[k * 256 + row] * x[column[k * 256 + row]];
  x[row] = sum;
}
