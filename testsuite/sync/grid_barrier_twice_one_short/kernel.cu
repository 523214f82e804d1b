//--blockDim=64 --gridDim=4
// the second barrier goes on when one block has not come yet
// expect: race at line 21, 23
// stages: verify

__device__ void gridBarrier(unsigned *n, unsigned goal) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(n, 1);
    while (atomicAdd(n, 0) < goal) {}
    __threadfence();
  }
  __syncthreads();
}

__global__ void rounds(int *a, int *b, unsigned *n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  a[i] = i * 2;
  gridBarrier(n, gridDim.x);
  b[i] = a[(i + 77) % 256];
  gridBarrier(n, 2 * gridDim.x - 1);
  a[i] = b[(i + 99) % 256];
}
