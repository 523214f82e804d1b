//--blockDim=128 --gridDim=1
// expect: race
// stages: verify
// Racy twin of two_flags: the barrier after clearing the other flag is missing, so that a 1 of one
// thread is overwritten by the 0 of thread 0.
__global__ void settle(int *height) {
  __shared__ int again[2];
  int mine = height[threadIdx.x], p = 0;
  if (threadIdx.x == 0) again[0] = 1;
  __syncthreads();
  while (again[p]) {
    if (threadIdx.x == 0) again[1 - p] = 0;
    if (mine > 3) { mine = mine / 2; again[1 - p] = 1; }
    __syncthreads();
    p = 1 - p;
  }
  height[threadIdx.x] = mine;
}
