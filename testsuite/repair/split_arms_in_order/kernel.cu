//--blockDim=8 --gridDim=1
// the barriers of both arms become one; what the second arm reads is written before, and changed after
// expect: divergence at line 10
// expect-repair: repaired; split-branch block at line 10; split-branch block before line 13; cost 2 -> 2

__global__ void hand_over(int *g) {
  int t = threadIdx.x;
  if (t == 0) {
    g[t] = 1;
    __syncthreads();
    g[t] = 0;
  } else {
    g[t] = g[0];
    __syncthreads();
  }
}
