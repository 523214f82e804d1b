//--blockDim=32 --gridDim=2
// one block waits for a flag of the other: all come to the barrier before it waits
// expect: race
// expect-repair: repaired; split-branch grid before-loop line 13; cost 0 -> 13

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
