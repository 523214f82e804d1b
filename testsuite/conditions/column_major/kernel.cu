// condition: blockDim.x == 1 || blockDim.y <= 8
// stages: verify
// columns of 8
__global__ void column_major(void) {
  __shared__ int s[8 * 1024];
  s[threadIdx.x * 8 + threadIdx.y] = threadIdx.x;
}
