// sufficient: blockDim.x <= n + 1
// stages: verify
// the mirror image
__global__ void reversed(int *v, int n) {
  __requires(n >= 0 && n < 100000);
  int t = threadIdx.x;
  v[t] = v[n + blockDim.x - 1 - t] + 1;
}
