//--blockDim=128 --gridDim=8
// one-dimensional, from one array to another
// expect: verified
// expect-repair: unchanged; cost 0 -> 0

__global__ void smooth(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1)
    out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3;
}
