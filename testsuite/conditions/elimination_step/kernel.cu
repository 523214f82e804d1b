//--blockDim=16 --gridDim=[*,*]
// sufficient: k >= 0
// stages: verify
// What is left of a matrix after row and column k: rows are told apart although both begin at k + 1. That no thread is
// in it (k >= n) is no condition, although some are where k + 1 + blockIdx.y * blockDim.y wraps around.
__global__ void elimination_step(float *a, int n, int k) {
  int i = k + 1 + blockIdx.y, j = k + 1 + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && j < n) a[i * n + j] -= a[i * n + k] * a[k * n + j];
}
