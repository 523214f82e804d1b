//--blockDim=1 --gridDim=2
// the flag is set before the data are there
// expect: race at line 10, 15

__global__ void hand_over(volatile int *flag, int *data, int *out) {
  if (blockIdx.x == 0) {
    __threadfence();
    flag[0] = 1;
    __threadfence();
    data[0] = 7;
  } else {
    while (flag[0] != 1) {
    }
    __threadfence();
    out[0] = data[0];
  }
}
