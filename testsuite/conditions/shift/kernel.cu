// sufficient: blockDim.x + d <= 0 || d == 0 || d >= blockDim.x
// stages: verify
// an element that another thread may have
__global__ void shift(int *v, int d) {
  int t = threadIdx.x;
  v[t] = v[t + d] + 1;
}
