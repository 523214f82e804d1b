// sufficient: blockDim.x <= 64 || n <= 1
// stages: verify
// n rows of 64
__global__ void loop_param(int *v, int n) {
  for (int i = 0; i < n; ++i) v[i * 64 + threadIdx.x] = i;
}
