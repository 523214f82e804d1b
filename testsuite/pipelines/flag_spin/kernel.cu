//--blockDim=32 --gridDim=2
// one block waits for a flag of the other: no order that barriers could see as it stands
// expect: race
// expect-repair: unrepairable

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
