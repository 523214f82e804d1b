//--blockDim=64 --gridDim=8
// rows that a block changes may overlap unless `first` says where they begin, one after another
// expect: conditional
// stages: verify

__global__ void scale(const int *first, float *value, const float *by, int rows) {
  for (int r = blockIdx.x; r < rows; r += gridDim.x)
    for (int e = first[r] + threadIdx.x; e < first[r + 1]; e += blockDim.x)
      value[e] *= by[r];
}
