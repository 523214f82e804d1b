//--blockDim=64 --gridDim=1 --check-array-bounds
// the last thread writes after the end of a shared array
// expect: bounds at line 8
// expect-repair: not-applicable

__global__ void over(int *v) {
  __shared__ int s[64];
  s[threadIdx.x + 1] = v[threadIdx.x];
}
