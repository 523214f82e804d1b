//--blockDim=64 --gridDim=16
// a matrix for each block, which the host has allocated one by one: pointers in a table are taken to
// point to memory of their own
// expect: verified

__global__ void scale(float *const *matrix, const float *by, int n) {
  float *mine = matrix[blockIdx.x];
  if (mine == nullptr) return;
  for (int i = threadIdx.x; i < n * n; i += blockDim.x) mine[i] *= by[blockIdx.x];
}
