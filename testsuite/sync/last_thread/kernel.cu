//--blockDim=64 --gridDim=8
// every thread counts, the last of all reads
// expect: verified

__device__ int done;

__global__ void sum(const int *in, int *part, int *total) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  part[i] = in[i];
  __threadfence();
  if (atomicAdd(&done, 1) == gridDim.x * blockDim.x - 1) {
    __threadfence();
    int all = 0;
    for (int k = 0; k < gridDim.x * blockDim.x; ++k)
      all += part[k];
    total[0] = all;
  }
}
