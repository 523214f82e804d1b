//--blockDim=64 --gridDim=8
// every block sets the counter back
// expect: race at line 9, 14; race at line 11, 15; race at line 15

__device__ unsigned done;

__global__ void sum(const int *in, int *part, int *total) {
  __shared__ bool last;
  if (threadIdx.x == 0) { part[blockIdx.x] = in[blockIdx.x];
    __threadfence();
    last = atomicAdd(&done, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last) total[threadIdx.x] = part[threadIdx.x % 8];
  if (threadIdx.x == 0) done = threadIdx.x + blockIdx.x;
}
