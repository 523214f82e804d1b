//--blockDim=64 --gridDim=4
// a block barrier under a condition on the block is fine
// expect: verified
// expect-repair: unchanged; cost 1 -> 1

__global__ void firstBlock(int *v) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  if (blockIdx.x == 0) {
    __syncthreads();
    v[threadIdx.x] = s[63 - threadIdx.x];
  }
}
