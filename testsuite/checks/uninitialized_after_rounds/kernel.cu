//--blockDim=64 --gridDim=1 --check=default,uninitialized
// without a round nothing is written
// expect: confirmed uninitialized at line 11

__global__ void rounds(const int *in, int *out, int n) {
  __shared__ int s[64];
  for (int k = 0; k < n; ++k) {
    s[threadIdx.x] = in[k];
    __syncthreads();
  }
  out[threadIdx.x] = s[63 - threadIdx.x];
}
