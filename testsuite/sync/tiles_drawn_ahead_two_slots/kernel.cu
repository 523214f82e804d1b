//--blockDim=64 --gridDim=8
// the next tile is drawn into the other slot while the block works: one barrier a tile is enough
// expect: verified
// stages: verify

__global__ void tiles(int *out, int *counter, int passes) {
  __shared__ int slot[2];
  if (threadIdx.x == 0) slot[0] = atomicAdd(counter, 1);
  __syncthreads();
  for (int k = 0;; ++k) {
    int tile = slot[k & 1];
    if (tile >= 1000) break;
    if (threadIdx.x == 0) slot[(k + 1) & 1] = atomicAdd(counter, 1);
    int sum = 0;
    for (int pass = 0; pass < passes + tile % 5; ++pass) sum += blockIdx.x * pass;
    out[tile * 64 + threadIdx.x] = sum;
    __syncthreads();
  }
}
