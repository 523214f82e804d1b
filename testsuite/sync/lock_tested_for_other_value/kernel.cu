//--blockDim=32 --gridDim=8
// a lock that is taken holds 2, so that nobody waits
// expect: confirmed race at line 13

__device__ int gate;

__global__ void sums(int *total, int n) {
  if (threadIdx.x == 0) {
    while (atomicCAS(&gate, 0, 2) == 1) {
    }
    __threadfence();
    for (int k = 0; k < n; ++k)
      total[k] += blockIdx.x;
    __threadfence();
    atomicExch(&gate, 0);
  }
}
