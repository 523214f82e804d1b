//--blockDim=64 --gridDim=1 --check=default,overflow
// the divisor is never zero
// expect: verified

__global__ void wrap(const unsigned *size, unsigned *v) {
  v[threadIdx.x] = threadIdx.x % (size[threadIdx.x] | 1);
}
