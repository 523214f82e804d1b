//--blockDim=64 --gridDim=8
// a block draws its next tile before it works on the one that it has
// expect: verified
// stages: verify

__global__ void tiles(int *out, int *counter) {
  __shared__ int drawn;
  if (threadIdx.x == 0) drawn = atomicAdd(counter, 1);
  __syncthreads();
  int tile = drawn;
  while (tile < 1000) {
    __syncthreads();
    if (threadIdx.x == 0) drawn = atomicAdd(counter, 1);
    out[tile * 64 + threadIdx.x] = blockIdx.x;
    __syncthreads();
    tile = drawn;
  }
}
