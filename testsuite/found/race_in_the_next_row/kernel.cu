//--blockDim=256 --gridDim=32
// expect: confirmed race at line 12, 17
// Threads of all blocks that take turns have not come to the second row when a run has made its steps; those of one
// block have.
__global__ void mark(const int *in, bool *isMost) {
  __shared__ int most[8];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (int row = blockIdx.x * 16; row < blockIdx.x * 16 + 16; ++row) {
    int v = 0;
    for (int c = threadIdx.x; c < 1024; c += 256) v = max(v, in[row * 1024 + c]);
    for (int off = 16; off > 0; off >>= 1) v = max(v, __shfl_down_sync(~0u, v, off));
    if (lane == 0) most[warp] = v;
    __syncthreads();
    if (threadIdx.x == 0)
      for (int w = 1; w < 8; ++w) most[0] = max(most[0], most[w]);
    __syncthreads();
    int of_row = most[0];
    for (int c = threadIdx.x; c < 1024; c += 256) isMost[row * 1024 + c] = in[row * 1024 + c] == of_row;
  }
}
