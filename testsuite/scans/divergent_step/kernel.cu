//--blockDim=64 --gridDim=4
// the barriers stand inside the test of the distance
// expect: divergence at line 13

__global__ void scan(int *data) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = data[blockIdx.x * 64 + t];
  __syncthreads();
  for (int d = 1; d < 64; d *= 2) {
    if (t >= d) {
      int v = s[t - d];
      __syncthreads();
      s[t] += v;
    }
    __syncthreads();
  }
  data[blockIdx.x * 64 + t] = s[t];
}
