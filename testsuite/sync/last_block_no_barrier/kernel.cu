//--blockDim=64 --gridDim=8
// the thread that counts does not wait for the others of its block
// expect: race at line 11, 19
// expect-repair: add block before-branch line 13

__device__ unsigned done;

__global__ void sum(const int *in, int *part, int *total) {
  __shared__ bool last;
  int t = threadIdx.x;
  part[blockIdx.x * 64 + t] = in[blockIdx.x * 64 + t];
  __threadfence();
  if (t == 0)
    last = atomicAdd(&done, 1) == gridDim.x - 1;
  __syncthreads();
  if (last) {
    __threadfence();
    for (int b = 0; b < gridDim.x; ++b)
      total[b * 64 + t] = part[b * 64 + t];
  }
}
