//--blockDim=64 --gridDim=1
// the ballots of two warps may differ: one ends, and the barrier of the block goes without it
// expect: race at line 8, 11

__global__ void vote(int *v) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = v[t];
  if (__ballot_sync(0xffffffff, v[t] > 0)) {
    __syncthreads();
    v[t] = s[63 - t];
  }
}
