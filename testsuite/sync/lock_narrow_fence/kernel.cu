//--blockDim=1 --gridDim=8
// the fences are of block scope
// expect: race at line 10
// expect-repair: strengthen device at line 9; strengthen device at line 11

__global__ void count(int *lock, int *counter) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence_block();
  counter[0] = counter[0] + 1;
  __threadfence_block();
  atomicExch(lock, 0);
}
