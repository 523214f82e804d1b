// condition: blockDim.x <= 64
// stages: verify
// a barrier within a test of 64 threads
__global__ void barrier_64(int *v) {
  __shared__ int s[1024];
  s[threadIdx.x] = v[threadIdx.x];
  if (threadIdx.x < 64) __syncthreads();
}
