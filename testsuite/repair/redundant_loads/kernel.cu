//--blockDim=64 --gridDim=4
// Neighbours load what they share twice: equal writes, which need no barrier between them.
// expect: race at line 11, 12
// expect-repair: add 1 block before line 12; cost 0 -> 10

__global__ void reverse(const float *in, float *out, int n) {
  __shared__ float s[66];
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  for (int k = 0; k < 1; ++k) {
    s[t] = in[i];
    s[t + 2] = in[i + 2];
    out[i] = s[63 - t] + s[65 - t];
  }
}
