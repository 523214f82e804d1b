//--blockDim=256 --gridDim=64
// each bin has room for 4096 numbers
// expect: conditional
// stages: verify
__global__ void distribute(const unsigned *in, unsigned *bins, int *filled) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  const unsigned key = in[i] & 15;
  const int at = atomicAdd(&filled[key], 1);
  bins[key * 4096 + at] = in[i];
}
