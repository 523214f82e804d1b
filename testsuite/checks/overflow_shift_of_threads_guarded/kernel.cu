//--blockDim=32 --gridDim=1
// only threads shift that shift by no negative number
// expect: verified

__global__ void masks(unsigned *out) {
  if (threadIdx.x >= 16) out[threadIdx.x] = 1u << (threadIdx.x - 16);
}
