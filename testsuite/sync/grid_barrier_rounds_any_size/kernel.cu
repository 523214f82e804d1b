// likewise for any launch, the goal computed from the step
// expect: verified
// stages: verify

__global__ void rounds(float *a, float *b, unsigned *arrived, int steps) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int n = gridDim.x * blockDim.x;
  for (int s = 0; s < steps; ++s) {
    float *from = s & 1 ? b : a;
    float *to = s & 1 ? a : b;
    if (i > 0 && i < n - 1) to[i] = from[i - 1] + from[i + 1];
    __syncthreads();
    if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
      __threadfence();
      atomicAdd(arrived, 1u);
      while (*(volatile unsigned *)arrived < (s + 1) * gridDim.x) {}
      __threadfence();
    }
    __syncthreads();
  }
}
