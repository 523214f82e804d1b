//--blockDim=32 --gridDim=2
// one block waits for a flag of the other, which is set before all have stored; no fence behind it
// expect: race
// expect-repair: repaired; add block before-branch line 10; fence device before line 15; cost 0 -> 1

__global__ void handover(volatile int *flag, int *data, int *out) {
  if (blockIdx.x == 0) {
    data[threadIdx.x] = threadIdx.x * 3;
    __threadfence();
    if (threadIdx.x == 0)
      *flag = 1;
  } else {
    while (*flag == 0)
      ;
    out[threadIdx.x] = data[threadIdx.x];
  }
}
