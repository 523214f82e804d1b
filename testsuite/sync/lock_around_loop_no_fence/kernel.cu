//--blockDim=32 --gridDim=8
// what the loop has written is not fenced when the lock is freed
// expect: confirmed race at line 13

__device__ int gate;

__global__ void sums(int *total, int n) {
  if (threadIdx.x == 0) {
    while (atomicCAS(&gate, 0, 1) == 1) {
    }
    __threadfence();
    for (int k = 0; k < n; ++k)
      total[k] += blockIdx.x;
    atomicExch(&gate, 0);
  }
}
