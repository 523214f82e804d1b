// condition: gridDim.x == 1
// stages: verify
// two blocks a result
__global__ void block_pairs(int *v) {
  if (threadIdx.x == 0) v[blockIdx.x / 2] = blockIdx.x;
}
