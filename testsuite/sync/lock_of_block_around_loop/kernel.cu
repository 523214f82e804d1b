//--blockDim=64 --gridDim=8
// thread 0 takes the lock for its block, all of whose threads go through a loop
// expect: verified

__global__ void merge(int *lock, const int *in, int *table, int n) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0) {}
    __threadfence();
  }
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) table[i] += in[i];
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicExch(lock, 0);
  }
}
