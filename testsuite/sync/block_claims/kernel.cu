//--blockDim=64 --gridDim=4
// thread 0 claims a tile for its block and tells the others whether it has it
// expect: verified

__global__ void mark(int *own, int *out, const unsigned *tile) {
  __shared__ bool mine;
  unsigned n = tile[blockIdx.x] & 1023;
  if (threadIdx.x == 0) mine = atomicCAS(&own[n], 0, 1) == 0;
  __syncthreads();
  if (mine) out[n * 64 + threadIdx.x] = blockIdx.x;
}
