//--blockDim=64 --gridDim=1
// the tail of a reduction as it was written before warps lost their lock step: volatile orders nothing
// expect: race

__global__ void sum(const int *in, int *out) {
  __shared__ volatile int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t < 32) {
    s[t] += s[t + 32];
    s[t] += s[t + 16];
    s[t] += s[t + 8];
    s[t] += s[t + 4];
    s[t] += s[t + 2];
    s[t] += s[t + 1];
    if (t == 0) *out = s[0];
  }
}
