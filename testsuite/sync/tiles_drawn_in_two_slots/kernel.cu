//--blockDim=64 --gridDim=8
// one thread draws the next tile for its block, in two slots by turns: one barrier a tile is enough
// expect: verified
// stages: verify

__global__ void tiles(int *out, int *counter) {
  __shared__ int slot[2];
  int p = 0;
  while (true) {
    if (threadIdx.x == 0) slot[p] = atomicAdd(counter, 1);
    __syncthreads();
    int tile = slot[p];
    p ^= 1;
    if (tile >= 1000) break;
    out[tile * 64 + threadIdx.x] = blockIdx.x;
  }
}
