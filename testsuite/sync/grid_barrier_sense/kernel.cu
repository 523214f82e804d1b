//--blockDim=64 --gridDim=4
// who counts last begins anew, and turns the sense
// expect: verified

__device__ unsigned count;
__device__ volatile unsigned sense;

__global__ void rounds(int *a, int *b, int steps) {
  int i = blockIdx.x * 64 + threadIdx.x;
  unsigned mine = 0;
  for (int s = 0; s < steps; ++s) {
    int *from = s & 1 ? b : a;
    int *to = s & 1 ? a : b;
    to[i] = from[(i + 77) % 256];
    __syncthreads();
    mine = 1 - mine;
    if (threadIdx.x == 0) {
      __threadfence();
      if (atomicAdd(&count, 1u) == gridDim.x - 1) {
        count = 0;
        __threadfence();
        sense = mine;
      } else {
        while (sense != mine) {}
      }
      __threadfence();
    }
    __syncthreads();
  }
}
