// sufficient: blockDim.x <= 32
// stages: verify
// the mirror image without a barrier
__global__ void mirror_64(int *v) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  if (t < 64) {
    s[t] = v[t];
    v[t] = s[63 - t];
  }
}
