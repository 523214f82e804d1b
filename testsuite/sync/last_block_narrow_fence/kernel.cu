//--blockDim=64 --gridDim=8
// the fence and the counter leave other blocks out
// expect: confirmed race at line 8, 13

__global__ void sum(const int *in, int *part, int *total, unsigned *done) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    part[blockIdx.x] = in[blockIdx.x];
    __threadfence_block();
    last = atomicInc_block(done, 7) < 8;
  }
  __syncthreads();
  if (last) total[blockIdx.x * 64 + threadIdx.x] = part[threadIdx.x % 8];
}
