//--blockDim=64 --gridDim=8
// what is written after the fence is not ordered by it
// expect: race at line 11, 17

__device__ unsigned done;

__global__ void sum(const int *in, int *part, int *total) {
  __shared__ bool last;
  int t = threadIdx.x;
  __threadfence();
  part[blockIdx.x * 64 + t] = in[blockIdx.x * 64 + t];
  __syncthreads();
  if (t == 0)
    last = atomicAdd(&done, 1) == gridDim.x - 1;
  __syncthreads();
  if (last)
    total[t] = part[(t % 8) * 64 + t];
}
