//--blockDim=1 --gridDim=8
// what is done in the section is not released
// expect: race at line 10
// expect-repair: fence device before line 11

__global__ void count(int *lock, int *counter) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  counter[0] = counter[0] + 1;
  atomicExch(lock, 0);
}
