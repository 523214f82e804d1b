//--blockDim=64 --gridDim=8
// a block takes the next tile: results of counting are that far apart when multiplied, too
// expect: verified

__device__ unsigned next;

__global__ void scan(const int *in, int *out) {
  __shared__ unsigned tile;
  if (threadIdx.x == 0) tile = atomicAdd(&next, 1);
  __syncthreads();
  unsigned i = tile * 64 + threadIdx.x;
  out[i] = in[i] + blockIdx.x;
}
