//--blockDim=64 --gridDim=4
// the negative ones stay
// expect: confirmed postcondition at line 8
// stages: verify

__global__ void clamp(int *a, int n) {
  __requires(n <= 256);
  __ensures(__forall(i, 0, n, a[i] >= 0));
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && a[i] > 0) a[i] = 0;
}
