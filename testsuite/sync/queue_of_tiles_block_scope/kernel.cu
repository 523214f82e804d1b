//--blockDim=64
// The same with a counter of block scope: two blocks may take one tile, though no line reads blockIdx.
// condition: gridDim.x == 1

__global__ void work(int *next, int n, const int *in, int *out) {
  __shared__ int tile;
  while (true) {
    __syncthreads();
    if (threadIdx.x == 0)
      tile = atomicAdd_block(next, 1);
    __syncthreads();
    int i = tile * 64 + threadIdx.x;
    if (tile * 64 >= n)
      return;
    if (i < n)
      out[i] = in[i] * 2;
  }
}
