//--blockDim=64 --gridDim=33
// the 33rd tile of 2^27 elements is the first one again
// expect: race at line 10

__global__ void fill(int *out, unsigned *next) {
  __shared__ unsigned tile;
  if (threadIdx.x == 0)
    tile = atomicAdd(next, 1u);
  __syncthreads();
  out[(tile << 27) + threadIdx.x] = blockIdx.x;
}
