//--blockDim=64 --gridDim=4
// the whole block returns early
// expect: verified
// expect-repair: unchanged; cost 1 -> 1

__global__ void rows(int *v, int n) {
  __shared__ int s[64];
  if (blockIdx.x >= n)
    return;
  s[threadIdx.x] = v[blockIdx.x * 64 + threadIdx.x];
  __syncthreads();
  v[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
