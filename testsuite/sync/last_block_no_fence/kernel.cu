//--blockDim=64 --gridDim=8
// nothing makes a release of the count
// expect: race at line 12, 18
// expect-repair: fence device before line 13

__device__ unsigned done;

__global__ void sum(const int *in, int *part, int *total) {
  __shared__ bool last;
  int t = threadIdx.x;
  if (t == 0) {
    part[blockIdx.x] = in[blockIdx.x];
    last = atomicInc(&done, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (last) {
    __threadfence();
    total[t] = part[t % 8];
  }
}
