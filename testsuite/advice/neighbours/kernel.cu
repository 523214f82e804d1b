//--blockDim=64 --gridDim=2
// expect: verified
// expect-advice: none
// One sector more than need be, as the neighbours begin within a sector: no reason for advice.
__global__ void blur(float *out, const float *in) {
  int i = blockIdx.x * 64 + threadIdx.x;
  out[i + 1] = in[i] + in[i + 1] + in[i + 2];
}
