//--blockDim=64 --gridDim=2
// expect: verified
// expect-advice: redundant-barrier at line 11
// The first barrier is needed, the second separates nothing.
__global__ void reverse(float *out, const float *in) {
  __shared__ float s[64];
  s[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];
  __syncthreads();
  float other = s[63 - threadIdx.x];
  out[blockIdx.x * 64 + threadIdx.x] = other;
  __syncthreads();
}
