//--blockDim=64 --gridDim=2
// one thread of a block tells one of the other that all of the block is done
// expect: verified

__global__ void handoff(int *data, int *out, int *flag) {
  int t = threadIdx.x;
  if (blockIdx.x == 0) {
    data[t] = t;
    __syncthreads();
    if (t == 0) {
      __threadfence();
      atomicExch(flag, 1);
    }
  } else {
    if (t == 0) {
      while (atomicAdd(flag, 0) == 0)
        ;
      __threadfence();
    }
    __syncthreads();
    out[t] = data[63 - t];
  }
}
