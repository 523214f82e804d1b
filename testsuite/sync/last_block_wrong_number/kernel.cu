//--blockDim=64 --gridDim=8
// the last but one block may read while the last one still writes
// expect: race at line 9, 15

__device__ unsigned done;

__global__ void sum(const int *in, int *part, int *total) {
  __shared__ bool last;
  if (threadIdx.x == 0) { part[blockIdx.x] = in[blockIdx.x];
    __threadfence();
    last = atomicInc(&done, gridDim.x) == gridDim.x - 2;
  }
  __syncthreads();
  if (last)
    total[threadIdx.x] = part[threadIdx.x % 8];
}
