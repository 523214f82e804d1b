//--blockDim=64 --gridDim=8
// every thread counts, but there are more threads than blocks
// expect: race at line 9, 14

__device__ int done;

__global__ void sum(const int *in, int *part, int *total) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  part[i] = in[i];
  __threadfence();
  if (atomicAdd(&done, 1) == gridDim.x - 1) {
    __threadfence();
    for (int k = 0; k < gridDim.x * blockDim.x; ++k)
      total[k] = part[k];
  }
}
