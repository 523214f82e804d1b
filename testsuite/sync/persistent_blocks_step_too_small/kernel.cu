//--blockDim=64 --gridDim=4
// the ranges of two blocks overlap
// expect: race at line 14
// stages: verify

__global__ void work(unsigned *next, const int *in, int *out, unsigned n) {
  __shared__ unsigned base;
  while (true) {
    if (threadIdx.x == 0) base = atomicAdd(next, 32);
    __syncthreads();
    unsigned mine = base;
    __syncthreads();
    if (mine >= n) break;
    out[mine + threadIdx.x] = in[mine + threadIdx.x] + blockIdx.x;
  }
}
