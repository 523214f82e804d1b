//--blockDim=32 --gridDim=8
// a lock is held for a whole loop; the test is for the taken lock
// expect: verified

__device__ int gate;

__global__ void sums(int *total, int n) {
  if (threadIdx.x == 0) {
    while (atomicCAS(&gate, 0, 1) == 1) {
    }
    __threadfence();
    for (int k = 0; k < n; ++k)
      total[k] += blockIdx.x;
    __threadfence();
    atomicExch(&gate, 0);
  }
}
