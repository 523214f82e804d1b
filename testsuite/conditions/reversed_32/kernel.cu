// condition: blockDim.x <= 32
// stages: verify
// a row of 32, reversed
__global__ void reversed_32(void) {
  __shared__ int s[32];
  s[31 - threadIdx.x % 32] = threadIdx.x;
}
