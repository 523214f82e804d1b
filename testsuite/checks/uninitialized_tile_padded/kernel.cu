//--blockDim=64 --gridDim=2 --check=default,uninitialized
// where there is no input the tile gets a 0
// expect: verified

__global__ void reverse(const float *in, float *out, int n) {
  __shared__ float s[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  float v = 0;
  if (i < n) v = in[i];
  s[threadIdx.x] = v;
  __syncthreads();
  out[i] = s[63 - threadIdx.x];
}
