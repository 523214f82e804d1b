// condition: blockDim.x <= 64
// stages: verify
// the lower six bits
__global__ void mask_index(void) {
  __shared__ int s[64];
  s[threadIdx.x & 63] = threadIdx.x;
}
