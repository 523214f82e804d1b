//--blockDim=64 --gridDim=2
// thread 0 frees the lock and takes it again while another thread writes; it may jump out of that
// expect: race
// stages: verify

__global__ void update(int *lock, int *cell, const int *in) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0) {}
    __threadfence();
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicExch(lock, 0);
    while (atomicCAS(lock, 0, 1) != 0) {}
    __threadfence();
    if (in[0] == 77) goto done;
  }
  if (threadIdx.x == 5) cell[0] = blockIdx.x + 1;
done:
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicExch(lock, 0);
  }
}
