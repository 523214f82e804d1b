//--blockDim=64 --gridDim=1
// the assertion fails where the barrier has gone that one thread alone reaches
// expect: divergence at line 8
// expect-repair: not-applicable

__global__ void one_counts(int *v, int n) {
  if (threadIdx.x == 0) {
    __syncthreads();
    __assert(n == 0);
    v[0] = n;
  }
}
