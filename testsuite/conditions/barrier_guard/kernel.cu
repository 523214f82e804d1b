// condition: n >= blockDim.x || n <= 0
// stages: verify
// a barrier for the first n threads
__global__ void barrier_guard(int *v, int n) {
  __shared__ int s[1024];
  s[threadIdx.x] = v[threadIdx.x];
  int t = threadIdx.x;
  if (t < n) __syncthreads();
}
