//--blockDim=128 --gridDim=60
// expect: verified
// Blocks take rows until none is left. A row beyond -2^21 would begin where another one does, 2^32 elements on, but
// what counts rows begins with none: that is assumed, and the overflow then is no condition any more.
__global__ void fill(int *image, int *next) {
  __shared__ int slot[2];
  for (int p = 0;; p ^= 1) {
    if (threadIdx.x == 0) slot[p] = atomicAdd(next, 1);
    __syncthreads();
    const int row = slot[p];
    if (row >= 768) return;
    for (int x = threadIdx.x; x < 1024; x += 128) image[row * 1024 + x] = x ^ row;
  }
}
