// sufficient: k0 % 2 >= 1 || k0 <= 1 || 2 * blockDim.x <= k0 + 1
// stages: verify
// even elements and odd ones
__global__ void even_odd(int *v, int k0) {
  __requires(k0 >= 0 && k0 < 10000);
  int t = threadIdx.x;
  v[2 * t] = v[2 * t + k0] + 1;
}
