//--blockDim=64 --gridDim=8
// expect: race
// the last but one sets the counter back
// stages: verify

__global__ void tickets(unsigned *count) {
  if (threadIdx.x == 0)
    if (atomicAdd(count, 1u) == gridDim.x - 2) *count = 0;
}
