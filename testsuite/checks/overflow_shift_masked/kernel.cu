//--blockDim=64 --gridDim=1 --check=default,overflow
// the mask keeps the shift below the width
// expect: verified

__global__ void bits(unsigned *v, unsigned word) {
  v[threadIdx.x] = word << (threadIdx.x & 31);
}
