// sufficient: blockDim.x <= 64
// stages: verify
// 64 elements between two of the neighbours
__global__ void stencil_halo(int *v) {
  __shared__ int s[2048];
  int t = threadIdx.x;
  s[t + 1] = v[t];
  if (t == 0) {
    s[0] = v[0];
    s[65] = v[1];
  }
  __syncthreads();
  v[t] = s[t] + s[t + 1] + s[t + 2];
}
