//--blockDim=64 --gridDim=2
// the thread that tells knows nothing of the others: no barrier stands before
// expect: race at line 8, 20

__global__ void handoff(int *data, int *out, int *flag) {
  int t = threadIdx.x;
  if (blockIdx.x == 0) {
    data[t] = t;
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
