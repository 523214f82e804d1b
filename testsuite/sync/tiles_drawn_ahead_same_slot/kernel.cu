//--blockDim=64 --gridDim=8
// the next tile is drawn into the slot that others still read
// expect: race at line 11, 13
// stages: verify

__global__ void tiles(int *out, int *counter) {
  __shared__ int slot[2];
  if (threadIdx.x == 0) slot[0] = atomicAdd(counter, 1);
  __syncthreads();
  for (int k = 0;; ++k) {
    int tile = slot[k & 1];
    if (tile >= 1000) break;
    if (threadIdx.x == 0) slot[k & 1] = atomicAdd(counter, 1);
    __syncthreads();
    out[slot[k & 1] * 64 + threadIdx.x] = blockIdx.x;
    __syncthreads();
  }
}
