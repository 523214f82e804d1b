// condition: blockDim.x <= 128 || gridDim.x == 1
// stages: verify
// the neighbouring block's first element
__global__ void next_block(int *v) {
  v[blockIdx.x * 128 + threadIdx.x] = blockIdx.x;
}
