// condition: gridDim.x == 1
// stages: verify
// the last thread of each block, four blocks a cell
__global__ void last_thread(int *sums) {
  if (threadIdx.x == blockDim.x - 1) sums[blockIdx.x / 4] = blockIdx.x;
}
