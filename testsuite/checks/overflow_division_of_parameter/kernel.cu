//--blockDim=32 --gridDim=1
// a parameter may be zero, but nobody says that it is
// expect: verified

__global__ void rows(int *out, int width) {
  out[threadIdx.x] = threadIdx.x / width;
}
