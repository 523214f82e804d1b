//--blockDim=64 --gridDim=4
// pyramid: fewer threads compute in each step, all pass the barriers
// expect: verified
// expect-repair: unchanged; cost 21 -> 21

__global__ void paths(const int *wall, const int *in, int *out, int rows) {
  __shared__ int s[64];
  int t = threadIdx.x, x = blockIdx.x * 64 + t;
  s[t] = in[x];
  __syncthreads();
  for (int r = 0; r < rows; ++r) {
    int v = 0;
    bool active = t > r && t < 63 - r;
    if (active)
      v = min(s[t], min(s[t - 1], s[t + 1])) + wall[r * 256 + x];
    __syncthreads();
    if (active)
      s[t] = v;
    __syncthreads();
  }
  out[x] = s[t];
}
