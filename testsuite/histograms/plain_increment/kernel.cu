//--blockDim=128 --gridDim=8
// bins are counted without atomics: with a barrier all would write the same sum, and lose the counts of others
// expect: race at line 11
// expect-repair: repaired; atomic device at line 11; cost 2 -> 2

__global__ void histogram(const unsigned char *data, unsigned *bins) {
  __shared__ unsigned s[256];
  s[threadIdx.x] = 0;
  s[threadIdx.x + 128] = 0;
  __syncthreads();
  s[data[blockIdx.x * 128 + threadIdx.x]]++;
  __syncthreads();
  bins[blockIdx.x * 256 + threadIdx.x] = s[threadIdx.x];
}
