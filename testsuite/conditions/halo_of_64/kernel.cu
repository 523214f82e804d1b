// condition: blockDim.x <= 64
// stages: verify
// a row of 64 with a cell on either side
__global__ void halo_of_64(void) {
  __shared__ int s[1100];
  s[threadIdx.x + 1] = threadIdx.x;
  if (threadIdx.x < 2) s[threadIdx.x * 65] = -1;
}
