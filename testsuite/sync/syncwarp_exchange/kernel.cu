//--blockDim=64 --gridDim=2
// neighbours of one warp exchange their values over a warp barrier
// expect: verified

__global__ void exchange(int *out, const int *in) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 64 + t];
  __syncwarp();
  out[blockIdx.x * 64 + t] = s[t ^ 1];
}
