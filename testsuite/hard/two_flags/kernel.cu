//--blockDim=128 --gridDim=1
// expect: verified
// stages: verify
// The loop's condition is read from a shared pair of flags, the cell alternating; all threads agree
// because the cell is written before the last barrier only, a fact about contents of an array at an
// index that flips.
__global__ void settle(int *height) {
  __shared__ int again[2];
  int mine = height[threadIdx.x], p = 0;
  if (threadIdx.x == 0) again[0] = 1;
  __syncthreads();
  while (again[p]) {
    if (threadIdx.x == 0) again[1 - p] = 0;
    __syncthreads();
    if (mine > 3) { mine = mine / 2; again[1 - p] = 1; }
    __syncthreads();
    p = 1 - p;
  }
  height[threadIdx.x] = mine;
}
