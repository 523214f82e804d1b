//--blockDim=64 --gridDim=1 --check-array-bounds
// the first thread reads before the beginning
// expect: bounds at line 9

__global__ void before(int *v) {
  __shared__ int s[64];
  s[threadIdx.x] = v[threadIdx.x];
  __syncthreads();
  v[threadIdx.x] = s[threadIdx.x - 1];
}
