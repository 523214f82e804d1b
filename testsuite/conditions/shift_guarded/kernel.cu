// sufficient: n + d <= 0 || blockDim.x + d <= 0 || d == 0 || d >= n || d >= blockDim.x
// stages: verify
// the same of n elements
__global__ void shift_guarded(int *v, int d, int n) {
  int t = threadIdx.x;
  if (t < n) v[t] = v[t + d] + 1;
}
