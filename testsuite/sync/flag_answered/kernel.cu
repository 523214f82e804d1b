//--blockDim=1 --gridDim=3
// What the first block reads is the second one's answer, not what it has stored itself
// expect: race at line 11, 18
// stages: verify

__global__ void ask(int *flag, int *data, int *out) {
  if (blockIdx.x == 0) {
    *data = 1;
    __threadfence(); atomicExch(flag, 1);
    while (atomicAdd(flag, 0) != 2); __threadfence();
    if (*data == 2) *out = 3;
  } else if (blockIdx.x == 1) {
    while (atomicAdd(flag, 0) != 1); __threadfence();
    *data = 2;
    __threadfence(); atomicExch(flag, 2);
  } else {
    // the third block
    *out = 4;
  }
}
