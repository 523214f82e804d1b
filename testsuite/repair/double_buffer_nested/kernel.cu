//--blockDim=64 --gridDim=4 --double-buffer --objective=cost
// each run of the inner loop begins with the same copy: a barrier between two runs is needed
// expect: verified
// expect-repair: improved; double-buffer block at line 11; remove block at line 15; add block loop-end line 10; cost 200 -> 110

__global__ void runs(float *out, const float *in, int m, int n) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  float sum = 0;
  for (int r = 0; r < m; ++r)
    for (int k = 0; k < n; ++k) {
      tile[t] = in[(r + k) * 64 + t];
      __syncthreads();
      sum += tile[63 - t];
      __syncthreads();
    }
  out[blockIdx.x * 64 + t] = sum;
}
