// condition: blockDim.x < n || n <= 1
// stages: verify
// a barrier for all threads but those on the rim
__global__ void barrier_inner(int n) {
  int t = threadIdx.x;
  if (t < n - 1) __syncthreads();
}
