//--blockDim=64 --gridDim=8
// the lock is that of another bucket
// expect: race at line 11

__global__ void insert(int *locks, int *sizes, const int *keys) {
  int h = keys[blockIdx.x * 64 + threadIdx.x] & 15;
  bool done = false;
  while (!done) {
    if (atomicCAS(&locks[h & 14], 0, 1) == 0) {
      __threadfence();
      sizes[h ^ (threadIdx.x & 2)] = h + blockIdx.x * 64 + threadIdx.x;
      __threadfence();
      atomicExch(&locks[h & 14], 0);
      done = true;
    }
  }
}
