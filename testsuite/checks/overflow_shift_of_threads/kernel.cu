//--blockDim=32 --gridDim=1
// the launch alone decides about the shift: half of the threads shift by a negative number
// expect: confirmed overflow at line 6

__global__ void masks(unsigned *out) {
  out[threadIdx.x] = 1u << (threadIdx.x - 16);
}
