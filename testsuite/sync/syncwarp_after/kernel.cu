//--blockDim=64 --gridDim=1
// a warp barrier after both accesses does not lie between them
// expect: confirmed race at line 9, 10

__global__ void exchange(int *out, const int *in) {
  __shared__ int s[64];
  int t = threadIdx.x;
  int mine = in[t];
  s[t] = mine;
  out[t] = s[t ^ 1];
  __syncwarp();
}
