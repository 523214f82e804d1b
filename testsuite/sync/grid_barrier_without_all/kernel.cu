//--blockDim=64 --gridDim=8
// it does not wait for the last block
// expect: race at line 9, 19

__device__ int arrived;

__global__ void shift(const int *in, int *v, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  v[i] = in[i];
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(&arrived, 1);
    while (atomicAdd(&arrived, 0) < gridDim.x - 1) {
    }
    __threadfence();
  }
  __syncthreads();
  out[i] = v[(i + 64) % (gridDim.x * blockDim.x)];
}
