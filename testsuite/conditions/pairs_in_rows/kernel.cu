// condition: blockDim.x <= 32 || blockDim.y == 1
// stages: verify
// two words a thread, in rows of 64
__global__ void pairs_in_rows(void) {
  __shared__ int s[64 * 1024];
  s[threadIdx.y * 64 + threadIdx.x * 2] = threadIdx.x;
}
