//--blockDim=64 --gridDim=4
// a source without a kernel is rejected
// expect: rejected

__device__ int twice(int x) {
  return 2 * x;
}
