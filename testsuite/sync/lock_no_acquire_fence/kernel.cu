//--blockDim=1 --gridDim=8
// what the section before has done is not acquired
// expect: race at line 9
// expect-repair: fence device before line 9

__global__ void count(int *lock, int *counter) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  counter[0] = counter[0] + 1;
  __threadfence();
  atomicExch(lock, 0);
}
