//--blockDim=64 --gridDim=4
// a block may count in the next round before the counter begins anew
// expect: race
// stages: verify

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
        sense = mine;
        __threadfence();
        count = 0;
      } else {
        while (sense != mine) {}
      }
      __threadfence();
    }
    __syncthreads();
  }
}
