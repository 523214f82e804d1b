//--blockDim=64 --gridDim=4 --objective=cost --disable-warp
// by cost one barrier at the start of the body replaces the two given ones
// expect: verified
// expect-repair: improved; cost 11 -> 10

__global__ void reduce(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 64 + t];
  __syncthreads();
  for (int d = 32; d > 0; d >>= 1) {
    if (t < d)
      s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = s[0];
}
