//--blockDim=128 --gridDim=1
// the tail of a reduction within one warp, with a warp barrier between the steps
// expect: verified

__global__ void sum(const int *in, int *out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t < 64) s[t] += s[t + 64];
  __syncthreads();
  if (t < 32) {
    int v = s[t] + s[t + 32];
    for (int d = 16; d > 0; d /= 2)
      v += __shfl_down_sync(0xffffffff, v, d);
    if (t == 0) *out = v;
  }
}
