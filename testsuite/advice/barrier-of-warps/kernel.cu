//--blockDim=64 --gridDim=2
// expect: verified
// expect-advice: weaker-barrier at line 8
// Neighbours of an even and an odd thread are of one warp.
__global__ void swap(float *out, const float *in) {
  __shared__ float s[64];
  s[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x ^ 1];
}
