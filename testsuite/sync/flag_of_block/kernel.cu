//--blockDim=64 --gridDim=4
// A thread spins on its own block's element of a volatile array: what blockIdx is stays the same, so
// that it is one element that it reads again and again.
// expect: verified

__global__ void hand_over(int *data, volatile int *flag, int *out) {
  if (threadIdx.x == 0) {
    data[blockIdx.x] = 42;
    __threadfence_block();
    flag[blockIdx.x] = 1;
  }
  if (threadIdx.x == 32) {
    while (flag[blockIdx.x] == 0)
      ;
    __threadfence_block();
    out[blockIdx.x] = data[blockIdx.x];
  }
}
