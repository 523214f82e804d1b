//--blockDim=64 --gridDim=*
// 2^22 tiles further the product is the same again, and the grid may be so large
// expect: conditional

__device__ unsigned next;

__global__ void scan(const int *in, int *out) {
  __shared__ unsigned tile;
  if (threadIdx.x == 0) tile = atomicAdd(&next, 1);
  __syncthreads();
  unsigned i = tile * 1024 + threadIdx.x;
  out[i] = in[i] + blockIdx.x;
}
