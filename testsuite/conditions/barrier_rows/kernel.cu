// condition: blockDim.y <= 8
// stages: verify
// a barrier for eight rows
__global__ void barrier_rows(void) {
  if (threadIdx.y < 8) __syncthreads();
}
