//--blockDim=64 --gridDim=4
// counted without an atomic: a barrier between the read and the write would leave no race, and lose
// every count but one
// expect: race at line 12
// expect-repair: repaired; atomic device at line 12

__global__ void histogram(const int *data, int *bins) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = 0;
  __syncthreads();
  s[data[blockIdx.x * 64 + t] & 63]++;
  __syncthreads();
  atomicAdd(&bins[t], s[t]);
}
