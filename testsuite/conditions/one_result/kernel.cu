// condition: gridDim.x == 1
// stages: verify
// one block has a result
__global__ void one_result(int *out) {
  if (threadIdx.x == 0) out[0] = blockIdx.x;
}
