// sufficient: n >= blockDim.x || n <= 0
// stages: verify
// old and new value n apart
__global__ void stencil_pair(int *v, int n) {
  __requires(n >= 0 && n < 100000);
  int t = threadIdx.x;
  v[n + t] = v[t] + 1;
}
