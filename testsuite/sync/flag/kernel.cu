//--blockDim=1 --gridDim=2
// data and a flag that the other block waits for
// expect: verified

__global__ void hand_over(volatile int *flag, int *data, int *out) {
  if (blockIdx.x == 0) {
    int x = out[1];
    x = x * 2;
    data[0] = x + 1;
    __threadfence();
    flag[0] = 1;
  } else {
    while (flag[0] != 1) {
    }
    __threadfence();
    out[0] = data[0];
  }
}
