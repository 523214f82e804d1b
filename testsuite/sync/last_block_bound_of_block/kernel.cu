//--blockDim=64 --gridDim=8
// the blocks do not agree about the number of them
// expect: race

__device__ unsigned done;

__global__ void sum(const int *in, int *part, int *total) {
  __shared__ bool last;
  int t = threadIdx.x;
  if (t == 0) {
    part[blockIdx.x] = in[blockIdx.x];
    __threadfence();
    last = atomicInc(&done, blockIdx.x) == blockIdx.x;
  }
  __syncthreads();
  if (last) {
    __threadfence();
    total[t] = part[t % 8];
  }
}
