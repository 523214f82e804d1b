//--blockDim=1 --gridDim=2
// in the program, who reads comes first
// expect: verified

__global__ void hand_over(volatile int *flag, int *data, int *out) {
  if (blockIdx.x == 1) {
    while (flag[0] != 1) {
    }
    __threadfence();
    out[0] = data[0];
  } else {
    data[0] = 7;
    __threadfence();
    flag[0] = 1;
  }
}
