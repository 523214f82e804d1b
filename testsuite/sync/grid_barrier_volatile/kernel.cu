//--blockDim=64 --gridDim=8
// the count is read as a volatile variable
// expect: verified

__device__ volatile int arrived;

__global__ void shift(const int *in, int *v, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  v[i] = in[i];
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd((int *)&arrived, 1);
    while (arrived < gridDim.x) {
    }
    __threadfence();
  }
  __syncthreads();
  out[i] = v[(i + 64) % (gridDim.x * blockDim.x)];
}
