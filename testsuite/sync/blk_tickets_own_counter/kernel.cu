//--blockDim=64 --gridDim=4
// within a block they are distinct
// expect: verified

__global__ void take(int *next, int *out) {
  unsigned mine = atomicAdd_block(&next[blockIdx.x], 1);
  if (mine < 64) out[blockIdx.x * 64 + mine] = threadIdx.x;
}
