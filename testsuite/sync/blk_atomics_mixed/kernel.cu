//--blockDim=64 --gridDim=4
// the scope of one side does not reach the other
// expect: race at line 8, 10

__global__ void count(int *total) {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0)
      atomicExch_block(total, 1);
  } else {
    atomicExch(total, 2);
  }
}
