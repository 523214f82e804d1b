//--blockDim=64 --gridDim=2 --check=default,uninitialized
// the last block fills a part of the tile only, and reads all of it
// expect: confirmed uninitialized at line 10

__global__ void reverse(const float *in, float *out, int n) {
  __shared__ float s[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i < n) s[threadIdx.x] = in[i];
  __syncthreads();
  out[i] = s[63 - threadIdx.x];
}
