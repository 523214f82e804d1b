//--blockDim=1 --gridDim=2
// the writer's fence is of block scope
// expect: race at line 8, 15
// expect-repair: strengthen device at line 9

__global__ void hand_over(volatile int *flag, int *data, int *out) {
  if (blockIdx.x == 0) {
    data[0] = 7;
    __threadfence_block();
    flag[0] = 1;
  } else {
    while (flag[0] != 1) {
    }
    __threadfence();
    out[0] = data[0];
  }
}
