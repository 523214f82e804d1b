//--blockDim=128 --gridDim=8
// minimum and its index in two shared arrays
// expect: verified
// expect-repair: unchanged

__global__ void argmin(const float *in, int *where) {
  __shared__ float value[128];
  __shared__ int index[128];
  unsigned t = threadIdx.x;
  value[t] = in[blockIdx.x * 128 + t];
  index[t] = t;
  __syncthreads();
  for (unsigned d = 64; d > 0; d >>= 1) {
    if (t < d && value[t + d] < value[t]) {
      value[t] = value[t + d];
      index[t] = index[t + d];
    }
    __syncthreads();
  }
  if (t == 0)
    where[blockIdx.x] = index[0];
}
