//--blockDim=1 --gridDim=8
// a counter that a lock protects
// expect: verified

__global__ void count(int *lock, int *counter) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  counter[0] = counter[0] + 1;
  __threadfence();
  atomicExch(lock, 0);
}
