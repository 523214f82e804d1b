//--blockDim=64 --gridDim=1
// a thread-dependent break skips later barriers
// expect: divergence at line 12

__global__ void search(const int *v, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  for (int k = 0; k < 16; ++k) {
    if (v[k * 64 + t] == 0)
      break;
    s[t] = k;
    __syncthreads();
  }
  out[t] = s[t];
}
