//--blockDim=64 --gridDim=2 --check=default,uninitialized
// nobody fills the two ends of the tile
// expect: confirmed uninitialized at line 9

__global__ void neighbours(const float *in, float *out) {
  __shared__ float s[66];
  s[threadIdx.x + 1] = in[threadIdx.x];
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x] + s[threadIdx.x + 2];
}
