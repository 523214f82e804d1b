// condition: blockDim.x <= 256
// stages: verify
// a row for each warp
__global__ void warp_rows(void) {
  __shared__ int s[8];
  if (threadIdx.x % 32 == 0) s[threadIdx.x / 32 % 8] = threadIdx.x;
}
