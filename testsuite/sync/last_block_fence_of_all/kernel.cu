//--blockDim=64 --gridDim=8
// every thread fences what it has written, then one counts
// expect: verified

__device__ unsigned done;

__global__ void sum(const int *in, int *part, int *total) {
  __shared__ bool last;
  int t = threadIdx.x;
  part[blockIdx.x * 64 + t] = in[blockIdx.x * 64 + t];
  __threadfence();
  __syncthreads();
  if (t == 0)
    last = atomicAdd(&done, 1) == gridDim.x - 1;
  __syncthreads();
  if (last)
    for (int b = 0; b < gridDim.x; ++b)
      total[b * 64 + t] = part[b * 64 + t];
}
