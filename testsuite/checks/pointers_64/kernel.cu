//--blockDim=64 --gridDim=4 --pointer-bitwidth=64
// offsets of 64 bits
// expect: verified

__global__ void wide(float *v, size_t base) {
  size_t i = base + blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  v[i] = v[i] * 2;
}
