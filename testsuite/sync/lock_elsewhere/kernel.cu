//--blockDim=1 --gridDim=8
// the section is over before the access
// expect: confirmed race at line 13

__global__ void count(int *lock, int *counter, int *other) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  other[0] = other[0] + 1;
  __threadfence();
  atomicExch(lock, 0);
  if (blockIdx.x < 2)
    counter[0] = blockIdx.x;
}
