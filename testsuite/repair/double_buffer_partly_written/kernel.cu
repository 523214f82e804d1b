//--blockDim=64 --gridDim=4 --double-buffer
// the data decides whether a thread fills its element anew
// expect: verified
// expect-repair: unchanged; cost 20 -> 20

__global__ void changed(int *out, const int *in, int n) {
  __shared__ int s[64];
  int t = threadIdx.x, sum = 0;
  for (int i = 0; i < n; i++) {
    if (i == 0 || in[i * 64 + t] > 0) s[t] = in[i * 64 + t];
    __syncthreads();
    sum += s[63 - t];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum;
}
