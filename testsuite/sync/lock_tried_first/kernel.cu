//--blockDim=64 --gridDim=2
// the lock is tried once before the loop, and again in it
// expect: verified

__global__ void add(int *sum, int *lock) {
  int taken = atomicCAS(lock, 0, 1);
  while (taken != 0)
    taken = atomicCAS(lock, 0, 1);
  __threadfence();
  *sum += 1;
  __threadfence();
  atomicExch(lock, 0);
}
