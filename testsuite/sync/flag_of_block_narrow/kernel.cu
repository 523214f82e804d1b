//--blockDim=64 --gridDim=4
// A thread spins on the element of the block before its own, with fences of block scope.
// expect: race at line 7, 15

__global__ void hand_over(int *data, volatile int *flag, int *out) {
  if (threadIdx.x == 0) {
    data[blockIdx.x] = 42;
    __threadfence_block();
    flag[blockIdx.x] = 1;
  }
  if (threadIdx.x == 32 && blockIdx.x > 0) {
    while (flag[blockIdx.x - 1] == 0)
      ;
    __threadfence_block();
    out[blockIdx.x] = data[blockIdx.x - 1];
  }
}
