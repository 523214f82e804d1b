//--blockDim=64 --gridDim=8
// the tile is stored to the first slot, and read from both by turns: the second one never changes
// expect: race at line 16
// stages: verify

__global__ void tiles(int *out, int *counter) {
  __shared__ int slot[2];
  int p = 0;
  while (true) {
    if (threadIdx.x == 0) slot[0] = atomicAdd(counter, 1);
    __syncthreads();
    int tile = slot[p];
    __syncthreads();
    p ^= 1;
    if (tile >= 1000) break;
    out[tile * 64 + threadIdx.x] = blockIdx.x;
  }
}
