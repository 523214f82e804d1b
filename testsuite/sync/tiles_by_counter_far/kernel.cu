//--blockDim=64 --gridDim=8
// 2^22 tiles further the product is the same again
// expect: conditional

__device__ unsigned next;

__global__ void scan(const int *in, int *out) {
  __shared__ unsigned tile;
  if (threadIdx.x == 0) tile = atomicAdd(&next, 1);
  __syncthreads();
  unsigned i = tile * 1024 + threadIdx.x;
  out[i] = in[i] + blockIdx.x;
}
