//--blockDim=64 --gridDim=8
// every block writes with all its threads, one counts, the last block sets the counter back
// expect: verified

__device__ unsigned done;

__global__ void sum(const int *in, int *part, int *total) {
  __shared__ bool last;
  int t = threadIdx.x;
  part[blockIdx.x * 64 + t] = in[blockIdx.x * 64 + t];
  __syncthreads();
  if (t == 0) {
    __threadfence();
    last = atomicAdd(&done, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last) {
    __threadfence();
    int all = 0;
    for (int b = 0; b < gridDim.x; ++b)
      all += part[b * 64 + t];
    total[t] = all;
    if (t == 0)
      done = 0;
  }
}
