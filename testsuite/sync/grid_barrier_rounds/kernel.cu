//--blockDim=64 --gridDim=4
// each round waits for one count more of every block
// expect: verified

__device__ unsigned arrived;

__device__ void gridBarrier(unsigned &goal) {
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

__global__ void rounds(int *a, int *b, int steps) {
  int i = blockIdx.x * 64 + threadIdx.x;
  unsigned goal = 0;
  for (int s = 0; s < steps; ++s) {
    a[i] = b[(i + 99) % 256] + s;
    gridBarrier(goal);
    b[i] = a[(i + 77) % 256];
    gridBarrier(goal);
  }
}
