// condition: blockDim.x <= 3
// stages: verify
// two threads an element
__global__ void halves(void) {
  __shared__ int s[512];
  if (threadIdx.x >= 1) s[threadIdx.x / 2] = threadIdx.x;
}
