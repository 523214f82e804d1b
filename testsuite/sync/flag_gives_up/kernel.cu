//--blockDim=1 --gridDim=2
// the other block does not wait for the flag forever, and reads all the same
// expect: race at line 9, 17

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
