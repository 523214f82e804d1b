//--blockDim=64 --gridDim=4
// thread 0 may fetch anew before all have read the number
// expect: race
// expect-repair: repaired; add block; cost 10 -> 20

__global__ void work(unsigned *next, const int *in, int *out, unsigned n) {
  __shared__ unsigned base;
  while (true) {
    if (threadIdx.x == 0) base = atomicAdd(next, 64);
    __syncthreads();
    unsigned mine = base;
    if (mine >= n) break;
    out[mine + threadIdx.x] = in[mine + threadIdx.x] + blockIdx.x;
  }
}
