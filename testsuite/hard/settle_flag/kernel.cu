//--blockDim=128 --gridDim=1
// expect: verified
// stages: verify
// The loop's condition is a shared cell that all threads may set to one value in the round; that
// the threads agree on leaving is a fact about the contents at the barrier, not about the loop's
// variables.
__global__ void settle(int *height, int rounds) {
  __shared__ int moving;
  int mine = height[threadIdx.x];
  do {
    __syncthreads();
    if (threadIdx.x == 0) moving = 0;
    __syncthreads();
    if (mine > 3) { mine = mine / 2; moving = 1; }
    __syncthreads();
  } while (moving != 0);
  height[threadIdx.x] = mine;
}
