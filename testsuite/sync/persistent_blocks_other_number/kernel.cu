//--blockDim=64 --gridDim=4
// what is handed on is not what the operation has told: two blocks may round down to one number
// expect: race at line 13
// stages: verify

__global__ void work(unsigned *next, const int *in, int *out, unsigned n) {
  __shared__ unsigned base;
  while (true) {
    if (threadIdx.x == 0) base = atomicAdd(next, 64) & ~127u;
    __syncthreads();
    unsigned mine = base;
    if (mine >= n) break;
    out[mine + threadIdx.x] = in[mine + threadIdx.x] + blockIdx.x;
    __syncthreads();
  }
}
