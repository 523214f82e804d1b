//--blockDim=64 --gridDim=[2,4]
// how many blocks there are is computed in the kernel
// expect: verified

__device__ unsigned done;

__global__ void sum(const int *in, int *part, int *total) {
  __shared__ bool last;
  int t = threadIdx.x;
  unsigned blocks = gridDim.x * gridDim.y;
  unsigned block = blockIdx.y * gridDim.x + blockIdx.x;
  if (t == 0) {
    part[block] = in[block];
    __threadfence();
    last = atomicInc(&done, blocks - 1) == blocks - 1;
  }
  __syncthreads();
  if (last) {
    __threadfence();
    total[t] = part[t % 8];
  }
}
