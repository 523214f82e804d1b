// condition: blockDim.x <= 100
// stages: verify
// a ring of 100 cells
__global__ void wrap_index(void) {
  __shared__ int ring[100];
  ring[(threadIdx.x * 3) % 100] = threadIdx.x;
}
