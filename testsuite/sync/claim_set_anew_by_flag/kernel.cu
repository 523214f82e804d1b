//--blockDim=1 --gridDim=3
// block 0 frees the claim after block 1 has made it, and tells block 2, which claims it again: both write
// expect: race

__global__ void mark(int *own, int *out, int *flag) {
  if (blockIdx.x == 2) {
    while (atomicAdd(&flag[1], 0) != 1) {}
    __threadfence();
    if (atomicCAS(own, 0, 1) == 0) *out = 2;
  } else if (blockIdx.x == 1) {
    if (atomicCAS(own, 0, 1) == 0) *out = 1;
    __threadfence();
    atomicExch(&flag[0], 1);
    *out = 1;
  } else {
    while (atomicAdd(&flag[0], 0) != 1) {}
    __threadfence();
    *own = 0;
    __threadfence();
    atomicExch(&flag[1], 1);
  }
}
