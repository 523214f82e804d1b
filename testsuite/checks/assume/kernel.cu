//--blockDim=64 --gridDim=4
// an assumption in the body
// expect: verified

__global__ void assumed(int *v, int shift) {
  __assume(shift == 0 || shift == 256);
  int i = blockIdx.x * 64 + threadIdx.x;
  int x = v[i + shift];
  v[i] = x;
}
