//--blockDim=64 --gridDim=8
// the first tile of each block is its number, others are drawn from where these end
// expect: conditional
// stages: verify

__global__ void tiles(int *out, int *counter) {
  __shared__ int drawn;
  int tile = blockIdx.x;
  while (tile < 1000) {
    if (threadIdx.x == 0) drawn = atomicAdd(counter, 1) + gridDim.x;
    out[tile * 64 + threadIdx.x] = blockIdx.x;
    __syncthreads();
    tile = drawn;
    __syncthreads();
  }
}
