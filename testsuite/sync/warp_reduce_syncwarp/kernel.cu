//--blockDim=64 --gridDim=1
// each step reads, meets, writes and meets again
// expect: verified

__global__ void sum(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t < 32) {
    int v = s[t] + s[t + 32];
    for (int d = 16; d > 0; d /= 2) {
      __syncwarp();
      s[t] = v;
      __syncwarp();
      v += s[(t + d) % 32];
    }
    if (t == 0) *out = v;
  }
}
