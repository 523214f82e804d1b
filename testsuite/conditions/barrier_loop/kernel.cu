// condition: blockDim.x <= 64 || n <= 0
// stages: verify
// barriers of the first 64 threads, n times
__global__ void barrier_loop(int *v, int n) {
  for (int i = 0; i < n; ++i)
    if (threadIdx.x < 64) __syncthreads();
}
