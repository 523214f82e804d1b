//--blockDim=8 --gridDim=1
// threads leave the outer loop at different times, and the barrier is in an inner one
// expect: divergence at line 11; race at lines 10, 12
// expect-repair: repaired; uniform-loop 2 block; cost 100 -> 100
// expect-patch: verified
__global__ void rows(int *out, int n, int w) {
  __shared__ int part[8];
  for (int r = threadIdx.x; r < n; r += 6) {
    for (int k = 0; k < w; ++k) {
      part[threadIdx.x] = k;
      __syncthreads();
      out[threadIdx.x] += part[threadIdx.x ^ 1];
    }
  }
}
