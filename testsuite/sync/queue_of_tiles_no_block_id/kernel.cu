//--blockDim=64
// Persistent blocks that take tiles by a counter never read blockIdx: that tells them apart, so that
// no number of blocks is assumed.
// expect: verified

__global__ void work(int *next, int n, const int *in, int *out) {
  __shared__ int tile;
  while (true) {
    __syncthreads();
    if (threadIdx.x == 0)
      tile = atomicAdd(next, 1);
    __syncthreads();
    int i = tile * 64 + threadIdx.x;
    if (tile * 64 >= n)
      return;
    if (i < n)
      out[i] = in[i] * 2;
  }
}
