// condition: blockDim.x <= 16 || blockDim.y == 1
// stages: verify
// a tile of 16 columns, loaded by at most 20 by 10 threads
__global__ void guarded_tile(void) {
  __shared__ int s[256];
  if (threadIdx.x < 20 && threadIdx.y < 10) s[threadIdx.y * 16 + threadIdx.x] = threadIdx.x;
}
