//--blockDim=64 --gridDim=1
// not looked for unless asked for: a value that is read need not matter
// expect: verified

__global__ void neighbours(const float *in, float *out) {
  __shared__ float s[65];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x + 1];
}
