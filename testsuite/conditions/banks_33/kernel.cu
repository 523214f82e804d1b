// condition: blockDim.x <= 512
// stages: verify
// bank padding: a word after each 32
__global__ void banks_33(void) {
  __shared__ int s[1100];
  s[threadIdx.x % 512 + threadIdx.x % 512 / 32] = threadIdx.x;
}
