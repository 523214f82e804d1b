//--blockDim=64 --gridDim=8
// blocks count apart from each other
// expect: race at line 11; race at line 13
// expect-repair: strengthen device at line 11

__global__ void sum(const int *in, int *part, int *total, unsigned *done) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    part[blockIdx.x] = in[blockIdx.x];
    __threadfence();
    last = atomicInc_block(done, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads(); if (last) total[threadIdx.x] = part[threadIdx.x % 8];
}
