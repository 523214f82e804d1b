// condition: blockDim.x <= 64
// stages: verify
// steps of three round a ring of 64
__global__ void ring_steps(void) {
  __shared__ int s[64];
  s[threadIdx.x * 3 % 64] = threadIdx.x;
}
