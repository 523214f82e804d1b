//--blockDim=1 --gridDim=4
// Another block may have the lock between the two sections, so that what is read is not what was stored
// expect: race at line 23
// stages: verify

__device__ void take(int *lock) {
  while (atomicCAS(lock, 0, 1) != 0);
  __threadfence();
}

__device__ void give(int *lock) {
  __threadfence();
  atomicExch(lock, 0);
}

__global__ void owner(int *lock, int *last, int *out) {
  take(lock);
  *last = blockIdx.x;
  give(lock);
  take(lock);
  int seen = *last;
  give(lock);
  if (seen != blockIdx.x) *out = blockIdx.x;
}
