// condition: blockDim.x <= 32
// stages: verify
// of 64 threads the upper half takes the cells of the lower
__global__ void every_other_row(void) {
  __shared__ int s[1024];
  s[(threadIdx.x & 31) + 32 * (threadIdx.x >> 6)] = threadIdx.x;
}
