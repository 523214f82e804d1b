//--blockDim=64 --gridDim=32
// each block draws one tile, and there are 32 blocks: tiles of 2^27 elements do not wrap around
// expect: verified

__global__ void fill(int *out, unsigned *next) {
  __shared__ unsigned tile;
  if (threadIdx.x == 0)
    tile = atomicAdd(next, 1u);
  __syncthreads();
  out[(tile << 27) + threadIdx.x] = blockIdx.x;
}
