//--blockDim=64 --gridDim=1
// a uniform break after the barrier
// expect: verified

__global__ void search(int *v, int *out, int stop) {
  __shared__ int s[64];
  int t = threadIdx.x;
  for (int k = 0; k < 16; ++k) {
    s[t] = v[k * 64 + t];
    __syncthreads();
    if (k == stop)
      break;
    out[k * 64 + t] = s[63 - t];
    __syncthreads();
  }
  out[2048 + t] = s[t ^ 1];
}
