//--blockDim=128 --gridDim=1
// expect: race
// stages: verify
// Racy twin of settle_flag: no barrier between reading the flag at the end of a round and clearing
// it in the next.
__global__ void settle(int *height, int rounds) {
  __shared__ int moving;
  int mine = height[threadIdx.x];
  do {
    if (threadIdx.x == 0) moving = 0;
    __syncthreads();
    if (mine > 3) { mine = mine / 2; moving = 1; }
    __syncthreads();
  } while (moving != 0);
  height[threadIdx.x] = mine;
}
