//--blockDim=64 --gridDim=1
// a barrier that counts is a barrier: half of the block never comes
// expect: divergence at line 9

__global__ void count(int *v) {
  int t = threadIdx.x;
  int n = 0;
  if (t < 32)
    n = __syncthreads_count(v[t] > 0);
  v[t] = n;
}
