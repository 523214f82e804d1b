// condition: blockDim.x <= 48
// stages: verify
// the last row of threads fills 48 cells
__global__ void last_row(void) {
  __shared__ int s[48];
  if (threadIdx.y == blockDim.y - 1) s[threadIdx.x % 48] = threadIdx.x;
}
