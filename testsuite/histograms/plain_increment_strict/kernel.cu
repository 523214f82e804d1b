//--blockDim=128 --gridDim=8 --no-benign-tolerance
// bins are counted without atomics, and equal writes are not tolerated
// expect: race at line 11
// expect-repair: repaired; atomic device at line 11

__global__ void histogram(const unsigned char *data, unsigned *bins) {
  __shared__ unsigned s[256];
  s[threadIdx.x] = 0;
  s[threadIdx.x + 128] = 0;
  __syncthreads();
  s[data[blockIdx.x * 128 + threadIdx.x]]++;
  __syncthreads();
  bins[blockIdx.x * 256 + threadIdx.x] = s[threadIdx.x];
}
