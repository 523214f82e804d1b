//--blockDim=128 --gridDim=8
// bins are counted without atomics: with a barrier all write the same sum, which is tolerated as benign
// expect: race at line 11
// expect-repair: repaired; add block; cost 2 -> 3

__global__ void histogram(const unsigned char *data, unsigned *bins) {
  __shared__ unsigned s[256];
  s[threadIdx.x] = 0;
  s[threadIdx.x + 128] = 0;
  __syncthreads();
  s[data[blockIdx.x * 128 + threadIdx.x]]++;
  __syncthreads();
  bins[blockIdx.x * 256 + threadIdx.x] = s[threadIdx.x];
}
