//--blockDim=64 --gridDim=4 --check=default,overflow
// a pitch that may be any number
// expect: confirmed overflow at line 6

__global__ void columns(float *v, unsigned pitch) {
  v[blockIdx.x * (pitch | 0x80000001) * 4 + threadIdx.x] = 1;
}
