//--blockDim=64 --gridDim=4 --check=default,overflow
// a pitch that stays below what the product can hold, and above what keeps the rows apart
// expect: verified

__global__ void columns(float *v, int pitch) {
  __requires(pitch >= 64);
  __requires(pitch <= 65536);
  v[blockIdx.x * pitch + threadIdx.x] = 1;
}
