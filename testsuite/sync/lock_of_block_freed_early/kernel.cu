//--blockDim=64 --gridDim=8
// no barrier before the lock is freed
// expect: race at line 13

__global__ void add(int *lock, int *sums, const int *v) {
  int t = threadIdx.x;
  if (t == 0) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
  }
  __syncthreads();
  sums[t] = sums[t] + v[blockIdx.x * 64 + t];
  if (t == 0) {
    __threadfence();
    atomicExch(lock, 0);
  }
}
