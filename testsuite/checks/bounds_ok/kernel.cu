//--blockDim=64 --gridDim=1 --check-array-bounds
// the same with an array that is large enough
// expect: verified

__global__ void under(int *v) {
  __shared__ int s[65];
  s[threadIdx.x + 1] = v[threadIdx.x];
}
