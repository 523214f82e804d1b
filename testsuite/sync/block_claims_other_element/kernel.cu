//--blockDim=64 --gridDim=4
// blocks of odd and of even number claim different elements
// expect: race

__global__ void mark(int *own, int *out, const unsigned *tile) {
  __shared__ bool mine;
  unsigned n = tile[blockIdx.x] & 1023;
  if (threadIdx.x == 0) mine = atomicCAS(&own[n + (blockIdx.x & 1)], 0, 1) == 0;
  __syncthreads();
  if (mine) out[n * 64 + threadIdx.x] = blockIdx.x;
}
