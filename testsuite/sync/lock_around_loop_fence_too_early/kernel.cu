//--blockDim=32 --gridDim=8
// a write stands between the fence and the operation that frees
// expect: race

__device__ int gate;

__global__ void sums(int *total, int n) {
  if (threadIdx.x == 0) {
    while (atomicCAS(&gate, 0, 1) == 1) {
    }
    __threadfence();
    for (int k = 0; k < n; ++k)
      total[k] += blockIdx.x;
    __threadfence();
    total[n] = blockIdx.x;
    atomicExch(&gate, 0);
  }
}
