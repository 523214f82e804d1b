//--blockDim=[32,2] --gridDim=4
// two threads of each block count, so that half of the blocks suffice
// expect: race
// stages: verify

__device__ unsigned arrived;

__global__ void rounds(int *a, int *b, int steps) {
  int i = (blockIdx.x * 2 + threadIdx.y) * 32 + threadIdx.x;
  unsigned goal = 0;
  for (int s = 0; s < steps; ++s) {
    int *from = s & 1 ? b : a;
    int *to = s & 1 ? a : b;
    to[i] = from[(i + 77) % 256];
    __syncthreads();
    goal += gridDim.x;
    if (threadIdx.x == 0) {
      __threadfence();
      atomicAdd(&arrived, 1u);
      while (atomicAdd(&arrived, 0u) < goal) {}
      __threadfence();
    }
    __syncthreads();
  }
}
