// condition: blockDim.x <= 256 || gridDim.x == 1
// stages: verify
// chunks of 256 elements
__global__ void chunk_256(int *out) {
  out[blockIdx.x * 256 + threadIdx.x] = blockIdx.x;
}
