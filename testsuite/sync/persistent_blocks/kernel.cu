//--blockDim=64 --gridDim=4
// thread 0 fetches the next 64 elements for its block and hands on where they begin
// expect: verified

__global__ void work(unsigned *next, const int *in, int *out, unsigned n) {
  __shared__ unsigned base;
  while (true) {
    if (threadIdx.x == 0) base = atomicAdd(next, 64);
    __syncthreads();
    unsigned mine = base;
    __syncthreads();
    if (mine >= n) break;
    out[mine + threadIdx.x] = in[mine + threadIdx.x] + blockIdx.x;
  }
}
