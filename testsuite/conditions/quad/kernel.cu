// condition: blockDim.x <= 257
// stages: verify
// four threads a cell by a division
__global__ void quad(void) {
  __shared__ int s[64];
  if (threadIdx.x % 4 == 1) s[threadIdx.x / 4 % 64] = threadIdx.x;
}
