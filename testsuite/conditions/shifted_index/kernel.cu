// condition: blockDim.x <= 128
// stages: verify
// eight threads a cell, one of them writes
__global__ void shifted_index(void) {
  __shared__ int s[16];
  if (threadIdx.x % 8 == 0) s[(threadIdx.x >> 3) & 15] = threadIdx.x;
}
