//--blockDim=64 --gridDim=8
// who does not get the lock goes without
// expect: verified

__global__ void best(int *lock, int *most, const int *v) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (atomicExch(lock, 1) == 0) {
    __threadfence();
    if (most[0] < v[i]) most[0] = v[i];
    __threadfence();
    atomicExch(lock, 0);
  }
}
