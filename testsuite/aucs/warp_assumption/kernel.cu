//--blockDim=64 --gridDim=4
// steps within a warp without a barrier, as old code has them
// expect: race

__global__ void smallTree(const int *in, int *out) {
  __shared__ volatile int s[64];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 64 + t];
  __syncthreads();
  if (t < 32) {
    s[t] += s[t + 32];
    s[t] += s[t + 16];
  }
  if (t < 16)
    out[blockIdx.x * 16 + t] = s[t];
}
