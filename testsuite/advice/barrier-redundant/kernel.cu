//--blockDim=64 --gridDim=2
// expect: verified
// expect-advice: redundant-barrier at line 8
// Each thread reads its own element again: nobody has to wait.
__global__ void twice(float *out, const float *in) {
  __shared__ float s[64];
  s[threadIdx.x] = 2 * in[blockIdx.x * 64 + threadIdx.x];
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x];
}
