//--blockDim=64 --gridDim=2
// a warp barrier between threads of two warps orders nothing
// expect: confirmed race at line 8, 10

__global__ void exchange(int *out, const int *in) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 64 + t];
  __syncwarp();
  out[blockIdx.x * 64 + t] = s[t ^ 32];
}
