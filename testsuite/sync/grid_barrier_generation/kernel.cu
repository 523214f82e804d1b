//--blockDim=64 --gridDim=4
// who counts last begins a generation; the counter wraps around by itself
// expect: verified

__device__ unsigned count;
__device__ volatile unsigned sense;

__global__ void rounds(int *a, int *b, int steps) {
  int i = blockIdx.x * 64 + threadIdx.x;
  unsigned generation;
  for (int s = 0; s < steps; ++s) {
    int *from = s & 1 ? b : a;
    int *to = s & 1 ? a : b;
    to[i] = from[(i + 77) % 256];
    __syncthreads();
    if (threadIdx.x == 0) {
      generation = sense;
      __threadfence();
      if (atomicInc(&count, gridDim.x - 1) == gridDim.x - 1)
        __threadfence(), sense = generation + 1;
      else
        while (sense == generation) {}
      __threadfence();
    }
    __syncthreads();
  }
}
