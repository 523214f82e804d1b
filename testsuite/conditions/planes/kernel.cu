// condition: blockDim.x <= 64 || blockDim.z == 1
// stages: verify
// planes of 8 by 8 cells, two words each
__global__ void planes(void) {
  __shared__ int s[64 * 128];
  s[threadIdx.z * 128 + threadIdx.x * 2] = threadIdx.x;
  s[threadIdx.z * 128 + threadIdx.x * 2 + 1] = threadIdx.x;
}
