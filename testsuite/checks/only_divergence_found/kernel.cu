//--blockDim=64 --gridDim=2 --only-divergence
// divergence is still found
// expect: divergence at line 8

__global__ void diverges(int *v) {
  v[0] = threadIdx.x;
  if (threadIdx.x > v[1])
    __syncthreads();
}
