//--blockDim=64 --gridDim=1 --check=default,overflow
// the same, asked for: unsigned numbers end at 2^32, signed ones at 2^31, the sum crosses neither
// expect: verified

__global__ void far(float *v, int base) {
  __requires(base <= 0x7fffff00);
  v[base + threadIdx.x] = 1;
}
