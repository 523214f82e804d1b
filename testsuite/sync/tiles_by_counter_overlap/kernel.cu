//--blockDim=64 --gridDim=8
// tiles overlap by half
// expect: race

__device__ unsigned next;

__global__ void scan(const int *in, int *out) {
  __shared__ unsigned tile;
  if (threadIdx.x == 0) tile = atomicAdd(&next, 1);
  __syncthreads();
  unsigned i = tile * 32 + threadIdx.x;
  out[i] = in[i] + blockIdx.x;
}
