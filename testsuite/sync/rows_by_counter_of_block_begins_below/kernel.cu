//--blockDim=128 --gridDim=8
// the counter begins with -1, which is a row of the block before
// expect: race at line 15
// stages: verify

__global__ void sums(const float *in, float *out) {
  __shared__ int next;
  int lane = threadIdx.x & 31;
  if (threadIdx.x == 0) next = -1;
  __syncthreads();
  int row = 0;
  if (lane == 0) row = atomicAdd(&next, 1);
  row = __shfl_sync(0xffffffff, row, 0);
  if (row < 64)
    out[blockIdx.x * 64 + row] = in[blockIdx.x * 64 + row] + lane;
}
