//--blockDim=64 --gridDim=1 --check=default,overflow
// the divisor is read
// expect: confirmed overflow at line 6

__global__ void wrap(const unsigned *size, unsigned *v) {
  v[threadIdx.x] = threadIdx.x % size[threadIdx.x];
}
