//--blockDim=64 --gridDim=8
// one thread takes the lock for its block
// expect: verified

__global__ void add(int *lock, int *sums, const int *v) {
  int t = threadIdx.x;
  if (t == 0) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
  }
  __syncthreads();
  sums[t] = sums[t] + v[blockIdx.x * 64 + t];
  __syncthreads();
  if (t == 0) {
    __threadfence();
    atomicExch(lock, 0);
  }
}
