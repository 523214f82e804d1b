//--blockDim=64 --gridDim=8
// a row ends where the next one has begun: no order of `first` helps
// expect: race at line 9
// stages: verify

__global__ void scale(const int *first, float *value, const float *by, int rows) {
  for (int r = blockIdx.x; r < rows; r += gridDim.x)
    for (int e = first[r] + threadIdx.x; e <= first[r + 1]; e += blockDim.x)
      value[e] *= by[r];
}
