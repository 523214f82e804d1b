//--blockDim=64 --gridDim=1
// arithmetic wraps around, and nobody has asked
// expect: verified

__global__ void far(float *v, int base) {
  v[base + threadIdx.x] = 1;
}
