// condition: blockDim.x <= 64
// stages: verify
// to the next of 64 cells
__global__ void cyclic_shift(void) {
  __shared__ int s[64];
  s[(threadIdx.x + 1) % 64] = threadIdx.x;
}
