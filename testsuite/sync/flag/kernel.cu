//--blockDim=1 --gridDim=2
// data and a flag that the other block waits for: right for the data, but not modelled
// expect: possible race at line 9, 17

__global__ void hand_over(volatile int *flag, int *data, int *out) {
  if (blockIdx.x == 0) {
    int x = out[1];
    x = x * 2;
    data[0] = x + 1;
    __threadfence();
    flag[0] = 1;
  } else {
    for (int i = 0; i < 100; ++i)
      if (flag[0] == 1) break;
    int seen = flag[0];
    __threadfence();
    out[0] = data[0] + seen;
  }
}
