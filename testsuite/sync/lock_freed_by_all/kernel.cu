//--blockDim=64 --gridDim=8
// who has not got the lock frees it all the same
// expect: race at line 9

__global__ void best(int *lock, int *most, const int *v) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (atomicExch(lock, 1) == 0) {
    __threadfence();
    most[0] = v[i] + i;
    __threadfence();
  }
  atomicExch(lock, 0);
}
