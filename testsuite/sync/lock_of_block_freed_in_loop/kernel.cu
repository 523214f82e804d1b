//--blockDim=64 --gridDim=8
// the lock is free while threads of the block still change the table
// expect: race
// expect-repair: repaired; add block before-branch line 13

__global__ void merge(int *lock, const int *in, int *table, int n) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0) {}
    __threadfence();
  }
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) table[i] += in[i];
  if (threadIdx.x == 0) {
    __threadfence();
    atomicExch(lock, 0);
  }
}
