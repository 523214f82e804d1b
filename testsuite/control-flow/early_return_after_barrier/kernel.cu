//--blockDim=64 --gridDim=4
// threads leave after the last barrier
// expect: verified
// expect-repair: unchanged; cost 1 -> 1

__global__ void half(int *v) {
  __shared__ int s[64];
  s[threadIdx.x] = v[blockIdx.x * 64 + threadIdx.x];
  __syncthreads();
  if (threadIdx.x >= 32)
    return;
  v[blockIdx.x * 64 + threadIdx.x] = s[2 * threadIdx.x] + s[2 * threadIdx.x + 1];
}
