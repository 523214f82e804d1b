//--blockDim=64 --gridDim=8
// the last block that is done adds up what all have written
// expect: verified

__device__ unsigned done;

__global__ void sum(const int *in, volatile int *part, int *total) {
  __shared__ bool last;
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 64 + t];
  __syncthreads();
  if (t == 0) {
    part[blockIdx.x] = s[0] + s[63];
    __threadfence();
    last = atomicInc(&done, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && t == 0) {
    int all = 0;
    for (int b = 0; b < gridDim.x; ++b)
      all += part[b];
    *total = all;
  }
}
