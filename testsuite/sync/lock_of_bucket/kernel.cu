//--blockDim=64 --gridDim=8
// a lock for each bucket; threads of one warp spin for each other
// expect: verified

__global__ void insert(int *locks, int *sizes, const int *keys) {
  int h = keys[blockIdx.x * 64 + threadIdx.x] & 15;
  bool done = false;
  while (!done) {
    if (atomicCAS(&locks[h], 0, 1) == 0) {
      __threadfence();
      sizes[h] = sizes[h] + 1;
      __threadfence();
      atomicExch(&locks[h], 0);
      done = true;
    }
  }
}
