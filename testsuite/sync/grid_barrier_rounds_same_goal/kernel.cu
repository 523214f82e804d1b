//--blockDim=64 --gridDim=4
// from the second round on nobody waits
// expect: race
// stages: verify

__device__ unsigned arrived;

__global__ void rounds(int *a, int *b, int steps) {
  int i = blockIdx.x * 64 + threadIdx.x;
  for (int s = 0; s < steps; ++s) {
    int *from = s & 1 ? b : a;
    int *to = s & 1 ? a : b;
    to[i] = from[(i + 77) % 256];
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      atomicAdd(&arrived, 1u);
      while (atomicAdd(&arrived, 0u) < gridDim.x) {}
      __threadfence();
    }
    __syncthreads();
  }
}
