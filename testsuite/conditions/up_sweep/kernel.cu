// condition: blockDim.x <= 64
// stages: verify
// the first level of a scan over 128 cells
__global__ void up_sweep(void) {
  __shared__ int s[128];
  s[(2 * threadIdx.x + 1) % 128] = threadIdx.x;
}
