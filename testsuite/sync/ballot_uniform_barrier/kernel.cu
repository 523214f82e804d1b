//--blockDim=32 --gridDim=1
// all lanes of the only warp get one ballot, so that all or none come to the barrier
// expect: verified

__global__ void vote(int *v) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = v[t];
  if (__ballot_sync(0xffffffff, v[t] > 0)) {
    __syncthreads();
    v[t] = s[31 - t];
  }
}
