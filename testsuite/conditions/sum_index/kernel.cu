// condition: blockDim.x <= 5 || blockDim.y == 1
// stages: verify
// diagonals
__global__ void sum_index(void) {
  __shared__ int s[2048];
  if (threadIdx.x + threadIdx.y < 7) s[threadIdx.x + 5 * threadIdx.y] = threadIdx.x;
}
